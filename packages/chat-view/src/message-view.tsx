/** The content of a message, the same on the customer's side and on the desk's. Whose it is and how far it came is drawn around it. */
import { langOf } from '@kapao/browser/lang-of'
import { phoneAddress, webAddress } from '@kapao/contract/address'
import type { ChatButton, KnownMessage } from '@kapao/contract/chat'
import { classes } from '@kapao/ui/classes'
import { Icon } from '@kapao/ui/icon'
import type { ReactNode } from 'react'
import { leavesFocusToLog } from './leaves-focus.ts'
import { linkParts } from './links.ts'
import { pictureAddress } from './media-address.ts'
import { MediaView } from './media-view.tsx'
import styles from './message-view.module.css'

export interface MessageTexts {
  readonly unsupported: string
  /** What a picture is called, for who cannot see it; pressing it opens it large. */
  readonly picture: string
  readonly video: string
  readonly file: string
  readonly missing: string
  readonly close: string
}

export interface MessageViewProps {
  /** Null for a message of a kind that is not known. */
  message: KnownMessage | null
  side: 'own' | 'other'
  texts: MessageTexts
  /** Pressing a postback button or a quick reply; without it they only show what the other side can press. */
  onPress?: ((button: ChatButton) => void) | undefined
  /** Of a medium that this device has itself. */
  localAddress?: string | undefined
  /** Quick replies are gone once one was used or another message came. */
  hideQuickReplies?: boolean | undefined
}

export function MessageView({
  message,
  side,
  texts,
  onPress,
  localAddress,
  hideQuickReplies,
}: MessageViewProps) {
  const bubble = classes(styles.bubble, styles[side])
  if (message === null) return <p className={classes(bubble, styles.quiet)}>{texts.unsupported}</p>
  switch (message.message_type) {
    case 'text':
      return <Words className={bubble}>{message.payload.text}</Words>
    case 'postback':
      return (
        <p className={bubble} lang={langOf(message.payload.title)}>
          {message.payload.title}
        </p>
      )
    case 'media':
      return <MediaView media={message.payload} side={side} texts={texts} localAddress={localAddress} />
    case 'buttons':
      return (
        <div className={classes(bubble, styles.withButtons)}>
          <Words>{message.payload.text}</Words>
          <Buttons buttons={message.payload.buttons} onPress={onPress} />
        </div>
      )
    case 'quick_replies':
      return (
        <>
          <Words className={bubble}>{message.payload.text}</Words>
          {hideQuickReplies || message.payload.quick_replies.length === 0 ? null : (
            <QuickReplies replies={message.payload.quick_replies} onPress={onPress} />
          )}
        </>
      )
    case 'generic':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a row that scrolls sideways must be reachable by keyboard.
        <ul className={styles.cards} tabIndex={0}>
          {message.payload.elements.map((card, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a sent card never moves.
            <Card key={index} card={card} onPress={onPress} />
          ))}
        </ul>
      )
  }
}

function Words({ className, children: text }: { className?: string; children: string }) {
  return (
    <p className={className} lang={langOf(text)}>
      {linked(text)}
    </p>
  )
}

function linked(text: string): ReactNode {
  return linkParts(text).map(({ text: shown, href }, index) =>
    href === null ? (
      shown
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text that was sent never change.
      <a key={index} href={href} target="_blank" rel="noopener noreferrer nofollow">
        {shown}
      </a>
    ),
  )
}

type Press = MessageViewProps['onPress']

function Buttons({ buttons, onPress }: { buttons: readonly ChatButton[]; onPress: Press }) {
  if (buttons.length === 0) return null
  return (
    <ul className={styles.buttons}>
      {buttons.map((button, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the buttons of a sent message never change.
        <li key={index} lang={langOf(button.title)}>
          <OneButton button={button} onPress={onPress} />
        </li>
      ))}
    </ul>
  )
}

/** As a button under a text, or as a quick reply: what it does is the same. */
const looks = {
  button: { live: styles.button, still: classes(styles.button, styles.still) },
  reply: { live: styles.reply, still: styles.reply },
}

function OneButton({
  button,
  onPress,
  look = 'button',
}: {
  button: ChatButton
  onPress: Press
  look?: keyof typeof looks
}) {
  const href =
    button.type === 'web'
      ? webAddress(button.payload)
      : button.type === 'call'
        ? phoneAddress(button.payload)
        : null
  if (href !== null) {
    const leaves = button.type === 'web' ? { target: '_blank', rel: 'noopener noreferrer nofollow' } : {}
    return (
      <a className={looks[look].live} href={href} {...leaves}>
        <Icon name={button.type === 'web' ? 'external' : 'phone'} size={16} />
        <span>{button.title}</span>
      </a>
    )
  }
  if (button.type !== 'postback' || onPress === undefined)
    return <span className={looks[look].still}>{button.title}</span>
  return (
    <button type="button" className={looks[look].live} onClick={() => onPress(button)}>
      {button.title}
    </button>
  )
}

function QuickReplies({ replies, onPress }: { replies: readonly ChatButton[]; onPress: Press }) {
  return (
    <ul ref={leavesFocusToLog} className={styles.replies}>
      {replies.map((reply, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the replies of a sent message never change.
        <li key={index} lang={langOf(reply.title)}>
          <OneButton button={reply} onPress={onPress} look="reply" />
        </li>
      ))}
    </ul>
  )
}

type CardContent = Extract<KnownMessage, { message_type: 'generic' }>['payload']['elements'][number]

function Card({ card, onPress }: { card: CardContent; onPress: Press }) {
  const picture = card.image_url ? pictureAddress(card.image_url) : null
  return (
    <li className={styles.card} lang={langOf(`${card.title}${card.subtitle}`)}>
      {picture ? (
        <img
          className={styles.picture}
          src={picture}
          alt=""
          loading="lazy"
          // A card is whole without its picture.
          onError={({ currentTarget }) => {
            currentTarget.hidden = true
          }}
        />
      ) : null}
      <div className={styles.about}>
        <p className={styles.title}>{card.title}</p>
        {card.subtitle ? <p className={styles.subtitle}>{card.subtitle}</p> : null}
      </div>
      <Buttons buttons={card.buttons} onPress={onPress} />
    </li>
  )
}
