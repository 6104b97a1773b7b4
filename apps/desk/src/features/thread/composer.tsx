/** Where the agent writes: Enter sends, Shift+Enter breaks the line, a slash at the beginning finds a canned reply. */
import { pastedFiles } from '@kapao/chat-view/pasted-files'
import { useGrowing } from '@kapao/chat-view/use-growing'
import { CHAT_TEXT_MAX, isWithin, type KnownMessage, readMessage } from '@kapao/contract/chat'
import type { DeskConversation } from '@kapao/contract/desk'
import type { CannedReply } from '@kapao/contract/desk-tools'
import { isUnseen } from '@kapao/contract/text'
import { IconButton } from '@kapao/ui/icon-button'
import { toast } from '@kapao/ui/toast'
import {
  type ClipboardEvent,
  type ComponentProps,
  type KeyboardEvent,
  Suspense,
  useRef,
  useState,
} from 'react'
import { ACCEPTED } from '../../lib/attach-rules.ts'
import { useDraft, useTemplate, writeDraft, writeTemplate } from '../../lib/drafts.ts'
import { useLocale, useText } from '../../lib/i18n.ts'
import { sayTyping } from '../../lib/line.ts'
import { CannedPicker, useCannedPicker } from './canned-picker.tsx'
import styles from './composer.module.css'
import { SendSheet } from './lazy-send-sheet.ts'
import { named } from './named.ts'
import { writeMessage } from './outbox.ts'
import { withName } from './slash.ts'
import { useCanned } from './use-canned.ts'

interface ComposerProps {
  conversation: DeskConversation
  /** What the customer is called in a canned reply. */
  customer: string
  attach: (files: Iterable<File>) => void
}

export function Composer({ conversation, customer, attach }: ComposerProps) {
  const t = useText()
  const locale = useLocale()
  const { conversationId } = conversation
  const text = useDraft('message', conversationId)
  const [filling, setFilling] = useState<KnownMessage | 'choose' | null>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const { canned, missing } = useCanned()
  const picker = useCannedPicker(canned, text, locale, choose)
  useGrowing(field, text)

  function change(next: string) {
    writeDraft('message', conversationId, next)
    if (!isUnseen(next)) sayTyping(conversationId)
  }

  function choose(reply: CannedReply) {
    const message = readMessage(reply.message)
    change('')
    if (message === null) return toast.error(t('app.unsupported'))
    // A text is for the agent to go on with; anything else is shown before it goes out.
    if (message.message_type === 'text') change(withName(message.payload.text, conversation.name))
    else setFilling(named(message, conversation.name))
    field.current?.focus()
  }

  function submit() {
    const said = text.trim()
    if (!isWithin(said, CHAT_TEXT_MAX)) return toast.error(t('thread.too-long', { max: CHAT_TEXT_MAX }))
    if (!isUnseen(said)) writeMessage(conversationId, { message_type: 'text', payload: { text: said } })
    change('')
    field.current?.focus()
  }

  function pressKey(event: KeyboardEvent<HTMLTextAreaElement>) {
    // An input method's own Enter chooses a word; 229 is what browsers say that do not tell.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return
    if (picker.pressKey(event)) return
    if (event.key !== 'Enter' || event.shiftKey || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    submit()
  }

  return (
    <div className={styles.composer}>
      <CannedPicker picker={picker} missing={missing} />
      <div className={styles.row}>
        <Attach attach={attach} />
        <IconButton name="rules" label={t('thread.template')} onClick={() => setFilling('choose')} />
        <span className={styles.lines}>
          <textarea
            ref={field}
            className={styles.field}
            rows={1}
            aria-label={t('thread.write')}
            placeholder={t('thread.write-hint')}
            enterKeyHint="send"
            value={text}
            {...picker.wiring}
            onChange={(event) => change(event.currentTarget.value)}
            onKeyDown={pressKey}
            onPaste={(event) => pasteFiles(event, attach)}
          />
        </span>
        <IconButton
          name="send"
          filled="gold"
          label={t('thread.send')}
          disabled={isUnseen(text)}
          onClick={submit}
        />
      </div>
      {filling === null ? null : (
        <Filling
          start={filling}
          customer={customer}
          conversation={conversation}
          onDone={() => {
            setFilling(null)
            field.current?.focus()
          }}
        />
      )}
    </div>
  )
}

interface FillingProps extends Pick<ComponentProps<typeof SendSheet>, 'start' | 'customer'> {
  conversation: DeskConversation
  onDone: () => void
}

function Filling({ conversation, onDone, ...sheet }: FillingProps) {
  // Where they did not come they are asked for again by this.
  const canned = useCanned()
  const { conversationId } = conversation
  const kept = useTemplate(conversationId)
  const keep = (message: KnownMessage | null) => writeTemplate(conversationId, message)
  return (
    <Suspense fallback={null}>
      <SendSheet
        {...sheet}
        {...canned}
        kept={kept}
        onKeep={keep}
        fillName={(message) => named(message, conversation.name)}
        onDone={(message) => {
          if (message !== null) writeMessage(conversationId, message)
          if (message === kept) keep(null)
          onDone()
        }}
      />
    </Suspense>
  )
}

function pasteFiles(event: ClipboardEvent, attach: ComposerProps['attach']): void {
  const files = pastedFiles(event.clipboardData)
  if (files.length === 0) return
  event.preventDefault()
  attach(files)
}

function Attach({ attach }: { attach: (files: Iterable<File>) => void }) {
  const t = useText()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <IconButton name="plus" label={t('thread.attach')} onClick={() => input.current?.click()} />
      <input
        ref={input}
        hidden
        type="file"
        multiple
        accept={ACCEPTED}
        data-testid="attach"
        onChange={(event) => {
          attach([...(event.currentTarget.files ?? [])])
          // The same file may be chosen again.
          event.currentTarget.value = ''
        }}
      />
    </>
  )
}
