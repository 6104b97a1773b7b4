import { IconButton } from '@kapao/ui/icon-button'
import { Modal } from '@kapao/ui/modal'
import { type ReactNode, useId } from 'react'
import styles from './side-panel.module.css'

interface SidePanelProps {
  title: string
  closeLabel: string
  children: ReactNode
  foot: ReactNode
  onClose: () => void
}

/** Work that needs room beside the conversation: a panel at the right edge, on a phone the whole page. */
export function SidePanel({ title, closeLabel, children, foot, onClose }: SidePanelProps) {
  const id = useId()
  return (
    <Modal className={styles.panel} labelledBy={id} onClose={onClose}>
      <div className={styles.inside}>
        <header className={styles.top}>
          <h2 id={id}>{title}</h2>
          <IconButton name="close" label={closeLabel} onClick={onClose} />
        </header>
        <div className={styles.body}>{children}</div>
        {foot ? <footer className={styles.foot}>{foot}</footer> : null}
      </div>
    </Modal>
  )
}
