import { useBusy } from '@kapao/browser/use-busy'
import { mediaAddress } from '@kapao/chat-view/media-address'
import type { AnswerOf } from '@kapao/contract/call'
import { deskUpload } from '@kapao/contract/desk'
import { Button } from '@kapao/ui/button'
import { Icon } from '@kapao/ui/icon'
import { Progress } from '@kapao/ui/progress'
import { toast } from '@kapao/ui/toast'
import { useLayoutEffect, useRef, useState } from 'react'
import { ACCEPTED, ACCEPTED_PICTURES } from '../../lib/attach-rules.ts'
import { errorText } from '../../lib/error-text.ts'
import { upload } from '../../lib/http.ts'
import { useText } from '../../lib/i18n.ts'
import { useIsHere } from '../../lib/is-here.ts'
import styles from './message-editor.module.css'
import { useUploading } from './uploads.ts'

interface FilePickProps {
  filePath: string
  /** Only pictures may be chosen. */
  isPicture?: boolean
  onPicked: (uploaded: AnswerOf<typeof deskUpload>) => void
}

/** Uploads at once, so that what is kept is already on the server. */
export function FilePick({ filePath, isPicture = false, onPicked }: FilePickProps) {
  const t = useText()
  const input = useRef<HTMLInputElement>(null)
  const [part, setPart] = useState(0)
  const isHere = useIsHere()
  // Told as it is when the file has come: what is written beside it goes on while it is on its way.
  const picked = useRef(onPicked)
  useLayoutEffect(() => {
    picked.current = onPicked
  })
  const [busy, run] = useBusy()
  useUploading(busy)
  function pick(file: File | undefined) {
    if (!file) return
    run(async () => {
      setPart(0)
      const result = await upload(deskUpload, { file, onProgress: setPart })
      if (!result.ok) return void toast.error(errorText(t, result.failure))
      // What it was for may have been taken away meanwhile.
      if (isHere()) picked.current(result.answer)
    })
  }
  const address = filePath === '' ? null : mediaAddress(filePath, false)
  return (
    <div className={styles.pick}>
      <span className={styles.label}>{t(isPicture ? 'message.picture' : 'message.file')}</span>
      {address ? <Picked key={address} address={address} /> : null}
      {busy ? <Progress value={part} label={t('message.uploading')} /> : null}
      <Button small variant="secondary" icon="image" busy={busy} onClick={() => input.current?.click()}>
        {t(address ? 'message.change-file' : 'message.choose-file')}
      </Button>
      <input
        ref={input}
        hidden
        type="file"
        accept={isPicture ? ACCEPTED_PICTURES : ACCEPTED}
        onChange={(event) => {
          pick(event.currentTarget.files?.[0])
          event.currentTarget.value = ''
        }}
      />
    </div>
  )
}

/** A picture where it is one; anything else only says that it is here. */
function Picked({ address }: { address: string }) {
  const t = useText()
  const [isPicture, setIsPicture] = useState(true)
  if (isPicture)
    return <img className={styles.shown} src={address} alt="" onError={() => setIsPicture(false)} />
  return (
    <span className={styles.name}>
      <Icon name="check" size={18} />
      {t('message.file-here')}
    </span>
  )
}
