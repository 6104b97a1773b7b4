/** The open chat: the whole height of a phone, a panel where there is room. */
import { untilIdle } from '@kapao/browser/timers'
import { Button } from '@kapao/ui/button'
import { classes } from '@kapao/ui/classes'
import { IconButton } from '@kapao/ui/icon-button'
import { Modal } from '@kapao/ui/modal'
import { type DragEvent, useEffect, useId, useState } from 'react'
import { useText } from '../../lib/i18n.ts'
import styles from './chat.module.css'
import type { ChatClient, ChatView } from './chat-client.ts'
import { Composer } from './composer.tsx'
import { FileProblems, type NamedProblem } from './file-problem.tsx'
import { LineState } from './line-state.tsx'
import { LogPlace } from './log-place.tsx'
import { hasLostFile, savePicking, wasPicking } from './saved.ts'

interface ChatSheetProps {
  client: ChatClient
  view: ChatView
  isMember: boolean
  onClose: () => void
}

export function ChatSheet({ client, view, isMember, onClose }: ChatSheetProps) {
  const t = useText()
  const titleId = useId()
  const [problems, setProblems] = useState<readonly NamedProblem[]>(() =>
    wasPicking(isMember) || hasLostFile(isMember, view.conversation.timeline.own)
      ? [{ problem: 'lost' }]
      : [],
  )
  // Once told it is over.
  useEffect(() => {
    savePicking(isMember, false)
    client.save()
  }, [client, isMember])
  const [isDropping, setIsDropping] = useState(false)

  async function attach(files: readonly File[]) {
    setProblems([])
    for (const file of files) {
      const problem = await client.attach(file)
      if (problem) setProblems((before) => [...before, { ...problem, name: file.name }])
    }
  }

  const { line } = view.conversation
  const isLive = line.at === 'live'
  useEffect(() => {
    // When the conversation is there: whoever picks a file by then waits for nothing.
    if (isLive) void untilIdle().then(() => client.prepare())
  }, [client, isLive])
  return (
    <Modal className={styles.sheet} labelledBy={titleId} onClose={onClose}>
      <section
        className={classes(styles.panel, isDropping && styles.dropping)}
        aria-labelledby={titleId}
        onDragOver={(event) => {
          if (!hasFiles(event)) return
          event.preventDefault()
          setIsDropping(true)
        }}
        onDragLeave={(event) => {
          if (!event.currentTarget.contains(asNode(event.relatedTarget))) setIsDropping(false)
        }}
        onDrop={(event) => {
          event.preventDefault()
          setIsDropping(false)
          void attach([...event.dataTransfer.files])
        }}
      >
        <header className={styles.head}>
          <div className={styles.heading}>
            <h2 id={titleId}>{t('chat.title')}</h2>
            <LineState line={line} />
          </div>
          <IconButton name="down" label={t('chat.close')} onClick={onClose} />
        </header>
        <LogPlace client={client} view={view} />
        {line.at === 'refused' ? (
          <Elsewhere isMember={isMember} onClose={onClose} />
        ) : (
          <>
            <FileProblems problems={problems} />
            <Composer
              isMember={isMember}
              onWrite={(text) => {
                setProblems([])
                client.write(text)
              }}
              onTyped={() => client.typed()}
              onAttach={(files) => void attach(files)}
            />
          </>
        )}
        {isDropping ? <p className={styles.drop}>{t('chat.drop')}</p> : null}
      </section>
    </Modal>
  )
}

/** In place of the field, which would say that one could write. */
function Elsewhere({ isMember, onClose }: Pick<ChatSheetProps, 'isMember' | 'onClose'>) {
  const t = useText()
  return (
    <div className={styles.elsewhere}>
      <Button full icon="contact" href={isMember ? '/user/contact' : '/contact'} onClick={onClose}>
        {t('chat.to-contact')}
      </Button>
    </div>
  )
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer.types.includes('Files')
}

function asNode(target: EventTarget | null): Node | null {
  return target instanceof Node ? target : null
}
