/** Where the picture is picked, dropped and looked at: one file field, as large as a thumb likes. */

import { Icon } from '@kapao/ui/icon'
import { useEffect, useState } from 'react'
import { useText } from '../../lib/i18n.ts'
import styles from './slip.module.css'
import { SLIP_TYPES } from './slip-file.ts'
import { savePicking, wasPicking } from './slip-saved.ts'

interface PickAreaProps {
  file: File | null
  /** Without it the picture is only looked at: it is on its way. */
  onChoose?: (file: File) => void
}

export function PickArea({ file, onChoose }: PickAreaProps) {
  const t = useText()
  const [wasLost, setWasLost] = useState(wasPicking)
  useEffect(() => () => savePicking(false), [])
  if (!onChoose) {
    return <div className={styles.area}>{file ? <Preview file={file} /> : null}</div>
  }
  function choose(files: FileList | null) {
    savePicking(false)
    const [first] = files ?? []
    if (!first) return
    setWasLost(false)
    onChoose?.(first)
  }
  return (
    <>
      {wasLost && !file ? <p className={styles.lost}>{t('slip.picked-lost')}</p> : null}
      <label
        className={styles.area}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault()
          choose(event.dataTransfer.files)
        }}
      >
        <input
          className={styles.input}
          type="file"
          name="slip"
          accept={SLIP_TYPES}
          onClick={() => savePicking(true)}
          // React knows no `cancel` of a file field.
          ref={(input) => {
            const cancelled = () => savePicking(false)
            input?.addEventListener('cancel', cancelled)
            return () => input?.removeEventListener('cancel', cancelled)
          }}
          onChange={(event) => {
            choose(event.currentTarget.files)
            // So that the same picture can be picked again after it was refused.
            event.currentTarget.value = ''
          }}
        />
        {file ? <Preview file={file} /> : <Icon name="image" size={32} />}
        <span className={styles.pick}>{t(file ? 'slip.choose-another' : 'slip.choose')}</span>
      </label>
    </>
  )
}

/** By its name where this browser cannot draw it. */
function Preview({ file }: { file: File }) {
  const t = useText()
  const [url, setUrl] = useState<string | null>(null)
  const [isDrawn, setIsDrawn] = useState(true)
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setUrl(made)
    setIsDrawn(true)
    return () => URL.revokeObjectURL(made)
  }, [file])
  if (url === null) return <span className={styles.picture} />
  if (!isDrawn) return <span className={styles.name}>{file.name}</span>
  return (
    <img
      className={styles.picture}
      src={url}
      alt={t('slip.preview', { name: file.name })}
      onError={() => setIsDrawn(false)}
    />
  )
}
