import type { KnownMessage } from '@kapao/contract/chat'
import type { CannedSeed } from './seed-canned.ts'

type Language = 'th' | 'la' | 'en'

interface Words {
  readonly hello: readonly [title: string, text: string]
  readonly wait: readonly [title: string, text: string]
  readonly slip: readonly [title: string, text: string]
  readonly ownAccount: readonly [title: string, text: string]
  readonly checking: readonly [title: string, text: string]
  readonly thanks: readonly [title: string, text: string]
  readonly about: readonly [title: string, text: string]
  readonly topics: readonly string[]
  readonly solved: readonly [title: string, text: string, yes: string, no: string]
  readonly website: readonly [title: string, text: string, button: string]
  readonly cards: readonly [title: string, deposit: string, withdraw: string, how: string, more: string]
}

const words: { readonly [L in Language]: Words } = {
  th: {
    hello: ['ทักทาย', 'สวัสดีค่ะ คุณ{name} มีอะไรให้ช่วยเหลือคะ'],
    wait: ['ขอเวลาสักครู่', 'กรุณารอสักครู่นะคะ กำลังตรวจสอบให้ค่ะ'],
    slip: ['ขอสลิปโอนเงิน', 'รบกวนส่งรูปสลิปโอนเงินที่เห็นวันเวลาและ QR ชัดเจนให้เราด้วยค่ะ'],
    ownAccount: ['โอนจากบัญชีที่ลงทะเบียน', 'กรุณาโอนเงินจากบัญชีที่ลงทะเบียนไว้เท่านั้นค่ะ ยอดจะเข้ากระเป๋าภายในประมาณ 1 นาที'],
    checking: [
      'รายการกำลังดำเนินการ',
      'รายการของคุณกำลังดำเนินการค่ะ เงินไม่หายไปไหน ระบบจะปรับยอดให้โดยอัตโนมัติเมื่อทราบผล',
    ],
    thanks: ['ขอบคุณและลา', 'ขอบคุณที่ติดต่อเราค่ะ ขอให้เป็นวันที่ดีนะคะ'],
    about: ['ถามเรื่องที่ติดต่อ', 'ต้องการสอบถามเรื่องใดคะ'],
    topics: ['ฝากเงิน', 'ถอนเงิน', 'โบนัส', 'เข้าเล่นเกม'],
    solved: ['ถามว่าเรียบร้อยไหม', 'ปัญหาของคุณเรียบร้อยแล้วหรือยังคะ', 'เรียบร้อยแล้ว', 'ยังไม่เรียบร้อย'],
    website: ['ปุ่มไปยังเว็บไซต์', 'อ่านรายละเอียดเพิ่มเติมได้ที่เว็บไซต์ค่ะ', 'เปิดเว็บไซต์'],
    cards: ['การ์ดวิธีใช้งาน', 'วิธีฝากเงิน', 'วิธีถอนเงิน', 'ดูทีละขั้นตอน', 'สอบถามเพิ่ม'],
  },
  la: {
    hello: ['ທັກທາຍ', 'ສະບາຍດີ ທ່ານ {name} ມີຫຍັງໃຫ້ຊ່ວຍບໍ'],
    wait: ['ຂໍເວລາຈັກໜ້ອຍ', 'ກະລຸນາລໍຖ້າຈັກໜ້ອຍ ພວກເຮົາກຳລັງກວດໃຫ້'],
    slip: ['ຂໍສະລິບ', 'ກະລຸນາສົ່ງຮູບສະລິບທີ່ເຫັນວັນເວລາ ແລະ QR ຊັດເຈນໃຫ້ພວກເຮົາ'],
    ownAccount: ['ໂອນຈາກບັນຊີທີ່ລົງທະບຽນ', 'ກະລຸນາໂອນເງິນຈາກບັນຊີທີ່ລົງທະບຽນເທົ່ານັ້ນ ເງິນຈະເຂົ້າພາຍໃນປະມານ 1 ນາທີ'],
    checking: ['ລາຍການກຳລັງດຳເນີນການ', 'ລາຍການຂອງທ່ານກຳລັງດຳເນີນການ ເງິນບໍ່ຫາຍໄປໃສ ລະບົບຈະປັບຍອດໃຫ້ເອງເມື່ອຮູ້ຜົນ'],
    thanks: ['ຂອບໃຈ ແລະ ລາ', 'ຂອບໃຈທີ່ຕິດຕໍ່ພວກເຮົາ ຂໍໃຫ້ເປັນມື້ທີ່ດີ'],
    about: ['ຖາມເລື່ອງທີ່ຕິດຕໍ່', 'ຕ້ອງການສອບຖາມເລື່ອງໃດ'],
    topics: ['ຝາກເງິນ', 'ຖອນເງິນ', 'ໂບນັດ', 'ເຂົ້າຫຼິ້ນເກມ'],
    solved: ['ຖາມວ່າຮຽບຮ້ອຍບໍ', 'ບັນຫາຂອງທ່ານຮຽບຮ້ອຍແລ້ວບໍ', 'ຮຽບຮ້ອຍແລ້ວ', 'ຍັງບໍ່ຮຽບຮ້ອຍ'],
    website: ['ປຸ່ມໄປເວັບໄຊ', 'ອ່ານລາຍລະອຽດເພີ່ມໄດ້ທີ່ເວັບໄຊ', 'ເປີດເວັບໄຊ'],
    cards: ['ບັດວິທີໃຊ້ງານ', 'ວິທີຝາກເງິນ', 'ວິທີຖອນເງິນ', 'ເບິ່ງເທື່ອລະຂັ້ນຕອນ', 'ສອບຖາມເພີ່ມ'],
  },
  en: {
    hello: ['Greeting', 'Hello {name}, how can we help?'],
    wait: ['One moment', 'One moment please, we are looking into it.'],
    slip: [
      'Ask for the slip',
      'Please send us a picture of the transfer slip, with its date, time and QR code clearly visible.',
    ],
    ownAccount: [
      'Registered account only',
      'Please transfer from your registered bank account only. The money arrives within about 1 minute.',
    ],
    checking: [
      'Still in progress',
      'Your request is in progress. Your money is safe; the balance is set right by itself as soon as the outcome is known.',
    ],
    thanks: ['Thanks and goodbye', 'Thank you for talking to us. Have a nice day!'],
    about: ['Ask for the topic', 'What is it about?'],
    topics: ['Deposit', 'Withdrawal', 'Bonus', 'Entering a game'],
    solved: ['Ask whether it is solved', 'Is everything all right now?', 'Yes', 'Not yet'],
    website: ['Button to the website', 'There is more about it on our website.', 'Open the website'],
    cards: ['Cards on how to use', 'How to deposit', 'How to withdraw', 'Step by step', 'Ask us'],
  },
}

const shortcuts = {
  hello: 'hello',
  wait: 'wait',
  slip: 'slip',
  ownAccount: 'account',
  checking: 'checking',
  thanks: 'thanks',
} as const

function postback(title: string, payload: string) {
  return { title, type: 'postback', payload } as const
}

function templatesOf(one: Words): readonly (readonly [title: string, message: KnownMessage])[] {
  const [aboutTitle, about] = one.about
  const [solvedTitle, solved, yes, no] = one.solved
  const [webTitle, web, open] = one.website
  const [cardsTitle, deposit, withdraw, how, more] = one.cards
  const card = (title: string, payload: string) => ({
    image_url: '',
    title,
    subtitle: how,
    buttons: [postback(more, payload)],
  })
  return [
    [
      aboutTitle,
      {
        message_type: 'quick_replies',
        payload: {
          text: about,
          quick_replies: one.topics.map((topic, at) => postback(topic, `topic-${at + 1}`)),
        },
      },
    ],
    [
      solvedTitle,
      {
        message_type: 'quick_replies',
        payload: { text: solved, quick_replies: [postback(yes, 'solved-yes'), postback(no, 'solved-no')] },
      },
    ],
    [
      webTitle,
      {
        message_type: 'buttons',
        payload: { text: web, buttons: [{ title: open, type: 'web', payload: 'https://kapao.example' }] },
      },
    ],
    [
      cardsTitle,
      {
        message_type: 'generic',
        payload: { elements: [card(deposit, 'how-deposit'), card(withdraw, 'how-withdraw')] },
      },
    ],
  ]
}

function seedsOf(language: Language): readonly CannedSeed[] {
  const one = words[language]
  const replies = (['hello', 'wait', 'slip', 'ownAccount', 'checking', 'thanks'] as const).map((name) => {
    const [title, text] = one[name]
    const message = { message_type: 'text', payload: { text } }
    return { kind: 'reply', title, shortcut: shortcuts[name], language, message } as const
  })
  const templates = templatesOf(one).map(([title, message]) => {
    return { kind: 'template', title, shortcut: '', language, message } as const
  })
  return [...replies, ...templates]
}

/** What a new desk can say, in each of its customers' languages. */
export const cannedSeeds: readonly CannedSeed[] = [...seedsOf('th'), ...seedsOf('la'), ...seedsOf('en')]
