/** What the operator wrote of how to reach it, and its code to scan: on the contact page, and where the operator has closed. */
import { useState } from 'react'
import { useText } from '../../lib/i18n.ts'
import { webLink } from '../../lib/web-link.ts'
import { Card } from '../../ui/card.tsx'
import { Html } from '../../ui/html.tsx'
import { Picture } from '../../ui/picture.tsx'
import styles from './contact.module.css'

const picture = /^(https?:\/\/|\/(?![/\\])|data:image\/)/i

export interface ContactWordsProps {
  readonly contactText: string
  readonly lineLink: string
  readonly lineName: string
  readonly lineQR: string
}

/** The operator's addresses are its own input: only pictures become pictures. */
export function ContactWords({ contactText, lineLink, lineName, lineQR }: ContactWordsProps) {
  const t = useText()
  const [failed, setFailed] = useState('')
  const isNamed = lineName.trim() !== ''
  const isScanned = picture.test(lineQR) && lineQR !== failed
  return (
    <>
      {contactText.trim() === '' ? null : (
        <Card>
          <Html html={contactText} />
        </Card>
      )}
      {isScanned ? (
        <Card>
          <figure className={styles.qr}>
            <Picture
              className={styles.code}
              src={lineQR}
              width={200}
              height={200}
              onFail={() => setFailed(lineQR)}
            />
            <figcaption>
              {t(isNamed ? 'contact.scan' : 'contact.scan-unnamed', { name: lineName })}
            </figcaption>
          </figure>
        </Card>
      ) : null}
      {/* Without a link or a code to scan the name alone is the way to the operator. */}
      {isNamed && !isScanned && webLink(lineLink) === null ? (
        <Card>
          <p>{t('contact.line', { name: lineName })}</p>
        </Card>
      ) : null}
    </>
  )
}
