import { langOf } from '@kapao/browser/lang-of'
import { useText } from '../../lib/i18n.ts'
import { Sheet } from '../../ui/sheet.tsx'
import styles from './spin.module.css'
import type { Slices } from './spin-machine.ts'

/** The chances that the operator publishes, as they are drawn by. */
export function OddsSheet({ slices, onClose }: { slices: Slices; onClose: () => void }) {
  const t = useText()
  return (
    <Sheet open title={t('spin.odds')} closeLabel={t('app.close')} onClose={onClose}>
      <p className={styles.muted}>{t('spin.odds-text')}</p>
      <table className={styles.odds}>
        <thead>
          <tr>
            <th scope="col">{t('spin.slice')}</th>
            <th scope="col">{t('spin.chance')}</th>
          </tr>
        </thead>
        <tbody>
          {slices.map(({ code, label, bgColor, odds }) => (
            <tr key={code}>
              <td>
                <span className={styles.swatch} style={{ backgroundColor: bgColor }} aria-hidden="true" />
                <span lang={langOf(label)}>{label}</span>
              </td>
              <td>{t('spin.percent', { percent: odds ?? 0 })}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Sheet>
  )
}
