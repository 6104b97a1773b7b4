import { useText } from '../lib/i18n.ts'
import styles from './app.module.css'

/**
 * The mark of the page's tab: the pages that the build writes hold the picture itself (vite-drawn-script.ts), and no slow line is asked for it. It is no SVG: a browser opens a page of its
 * own for each of those, 20 ms of a quick machine's time.
 */
const mark =
  document.querySelector('link[rel="icon"][type="image/webp"]')?.getAttribute('href') ?? '/mark.webp'

export function Brand() {
  const t = useText()
  return (
    <span className={styles.brand}>
      <img src={mark} width={32} height={32} alt="" />
      {t('app.name')}
    </span>
  )
}
