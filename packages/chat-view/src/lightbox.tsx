import { langOf } from '@kapao/browser/lang-of'
import { IconButton } from '@kapao/ui/icon-button'
import { Modal } from '@kapao/ui/modal'
import { useId } from 'react'
import styles from './lightbox.module.css'

export interface LightboxProps {
  address: string
  name: string
  closeLabel: string
  onClose: () => void
}

/** A picture as large as the screen. A tap anywhere closes it, and so do Escape and the phone's Back. */
export function Lightbox({ address, name, closeLabel, onClose }: LightboxProps) {
  const id = useId()
  return (
    <Modal className={styles.lightbox} labelledBy={id} onClose={onClose}>
      <div className={styles.bar}>
        <p id={id} className={styles.name} lang={langOf(name)}>
          {name}
        </p>
        <IconButton name="close" label={closeLabel} onClick={onClose} />
      </div>
      <button type="button" className={styles.sheet} aria-label={closeLabel} onClick={onClose}>
        <img className={styles.picture} src={address} alt={name} />
      </button>
    </Modal>
  )
}
