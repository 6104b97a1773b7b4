/** Where the customer writes: grows to five lines. Enter sends, Shift+Enter begins a line, an input method's own Enter does neither. */
import { pastedFiles } from '@kapao/chat-view/pasted-files'
import { useGrowing } from '@kapao/chat-view/use-growing'
import { CHAT_TEXT_MAX } from '@kapao/contract/chat'
import { charactersIn, isUnseen } from '@kapao/contract/text'
import { classes } from '@kapao/ui/classes'
import { Icon } from '@kapao/ui/icon'
import {
  type ClipboardEvent,
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react'
import { useText } from '../../lib/i18n.ts'
import { CHAT_FILE_TYPES } from './chat-file-types.ts'
import styles from './composer.module.css'
import { saveDraft, savedDraft, savePicking } from './saved.ts'

/** From here on it says how much room is left. */
const NEAR_THE_END = CHAT_TEXT_MAX - 200

interface ComposerProps {
  /** Whose words these are: a guest's and a member's are kept apart. */
  isMember: boolean
  onWrite: (text: string) => void
  onTyped: () => void
  onAttach: (files: readonly File[]) => void
}

export function Composer({ isMember, onWrite, onTyped, onAttach }: ComposerProps) {
  const t = useText()
  const counterId = useId()
  const [text, change] = useDraft(isMember)
  const field = useRef<HTMLTextAreaElement>(null)
  const written = text.trim()
  const count = charactersIn(written)
  const left = CHAT_TEXT_MAX - count
  const maySend = !isUnseen(written) && left >= 0
  useEffect(() => {
    const element = field.current
    element?.focus()
    // Behind what stands there already.
    element?.setSelectionRange(element.value.length, element.value.length)
  }, [])
  useGrowing(field, text)

  function write() {
    if (!maySend) return
    onWrite(written)
    change('')
    field.current?.focus()
  }

  function pressKey(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.shiftKey) return
    // Safari ends the composition before its Enter arrives, and only the old code tells.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return
    event.preventDefault()
    write()
  }

  function paste(event: ClipboardEvent) {
    const files = pastedFiles(event.clipboardData)
    if (files.length === 0) return
    event.preventDefault()
    onAttach(files)
  }

  return (
    <form
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault()
        write()
      }}
    >
      {/* Under the phone's picker the page may go away. */}
      <AttachButton onPicking={(isOpen) => savePicking(isMember, isOpen)} onAttach={onAttach} />
      <div className={styles.field}>
        <div className={styles.lines}>
          <textarea
            ref={field}
            name="message"
            rows={1}
            value={text}
            enterKeyHint="send"
            autoComplete="off"
            aria-label={t('chat.write')}
            aria-describedby={counterId}
            aria-invalid={left < 0 || undefined}
            placeholder={t('chat.placeholder')}
            onChange={(event) => {
              change(event.target.value)
              onTyped()
            }}
            onKeyDown={pressKey}
            onPaste={paste}
          />
        </div>
        <p id={counterId} className={classes(styles.counter, left < 0 && styles.over)} aria-live="polite">
          {count > NEAR_THE_END
            ? t(left < 0 ? 'chat.too-long' : 'chat.left', { count: Math.abs(left) })
            : null}
        </p>
      </div>
      <button
        type="submit"
        className={styles.send}
        aria-label={t('chat.send')}
        title={t('chat.send')}
        disabled={!maySend}
        // The field keeps the focus, and the keyboard stays where it is.
        onPointerDown={(event) => event.preventDefault()}
      >
        <Icon name="send" />
      </button>
    </form>
  )
}

function useDraft(isMember: boolean) {
  const [text, setText] = useState(() => savedDraft(isMember))
  function change(next: string) {
    setText(next)
    saveDraft(isMember, next)
  }
  return [text, change] as const
}

interface AttachButtonProps {
  onPicking: (isOpen: boolean) => void
  onAttach: (files: readonly File[]) => void
}

function AttachButton({ onPicking, onAttach }: AttachButtonProps) {
  const t = useText()
  const cancelled = useEffectEvent(() => onPicking(false))
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const element = input.current
    // React knows no `cancel` of a file field.
    const heard = () => cancelled()
    element?.addEventListener('cancel', heard)
    return () => element?.removeEventListener('cancel', heard)
  }, [])
  return (
    <label className={styles.attach} title={t('chat.attach')}>
      <input
        ref={input}
        type="file"
        name="file"
        multiple
        accept={CHAT_FILE_TYPES}
        aria-label={t('chat.attach')}
        onClick={() => onPicking(true)}
        onChange={(event) => {
          onPicking(false)
          onAttach([...(event.currentTarget.files ?? [])])
          // So that the same file can be picked again.
          event.currentTarget.value = ''
        }}
      />
      <Icon name="image" />
    </label>
  )
}
