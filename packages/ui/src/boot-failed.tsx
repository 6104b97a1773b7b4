/** When not even the texts could be loaded there is no language to speak, so it speaks all three. */
const words = [
  { lang: 'th', text: 'โหลดหน้านี้ไม่สำเร็จ กรุณาตรวจสอบอินเทอร์เน็ต', again: 'ลองอีกครั้ง' },
  { lang: 'lo', text: 'ໂຫຼດໜ້ານີ້ບໍ່ສຳເລັດ ກະລຸນາກວດອິນເຕີເນັດ', again: 'ລອງໃໝ່ອີກຄັ້ງ' },
  { lang: 'en', text: 'This page could not be loaded. Please check your connection.', again: 'Try again' },
] as const

export function BootFailed() {
  return (
    <main role="alert" style={{ padding: 24, maxWidth: 480, margin: '0 auto' }}>
      {words.map(({ lang, text, again }) => (
        <p key={lang} lang={lang} style={{ marginBlock: 16 }}>
          {text} <a href={location.pathname}>{again}</a>
        </p>
      ))}
    </main>
  )
}
