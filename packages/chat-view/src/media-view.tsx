/** A picture that keeps its space and opens large, a video that plays where it is, a file to be fetched. */
import { langOf } from '@kapao/browser/lang-of'
import type { KnownMessage } from '@kapao/contract/chat'
import { classes } from '@kapao/ui/classes'
import { Icon } from '@kapao/ui/icon'
import { type CSSProperties, useState } from 'react'
import { leavesFocusToLog } from './leaves-focus.ts'
import { Lightbox } from './lightbox.tsx'
import { mediaAddress } from './media-address.ts'
import styles from './media-view.module.css'

type Media = Extract<KnownMessage, { message_type: 'media' }>['payload']

interface MediaTexts {
  readonly picture: string
  readonly video: string
  readonly file: string
  readonly missing: string
  readonly close: string
}

export interface MediaViewProps {
  media: Media
  side: 'own' | 'other'
  texts: MediaTexts
  /** Where this device has it itself: its own file, on its way up or just sent. */
  localAddress?: string | undefined
}

export function MediaView({ media, side, texts, localAddress }: MediaViewProps) {
  const address = localAddress ?? mediaAddress(media.filePath, media.url)
  const caption = media.message.trim()
  return (
    <div className={classes(styles.media, styles[side])}>
      {address === null ? (
        <p className={styles.missing}>{texts.missing}</p>
      ) : (
        <Shown media={media} address={address} texts={texts} />
      )}
      {caption ? (
        <p className={styles.caption} lang={langOf(caption)}>
          {caption}
        </p>
      ) : null}
    </div>
  )
}

function Shown({ media, address, texts }: { media: Media; address: string; texts: MediaTexts }) {
  const [broken, setBroken] = useState(false)
  // Of a film, once it says itself how it was held.
  const [size, setSize] = useState<Pick<Media, 'width' | 'height'>>({})
  // What this browser cannot show may still be opened by itself; what only did not come is there when it is asked for again.
  if (broken) {
    return (
      <>
        <p className={styles.missing}>{texts.missing}</p>
        <FileLink address={address} name={texts.file} onOpen={() => setBroken(false)} />
      </>
    )
  }
  switch (media.fileType) {
    case 'image':
      return <Picture media={media} address={address} texts={texts} onBroken={() => setBroken(true)} />
    case 'video':
      return (
        // biome-ignore lint/a11y/useMediaCaption: what a customer films has no captions.
        <video
          className={styles.video}
          style={spaceOf({ ...media, ...size })}
          src={address}
          controls
          playsInline
          preload="metadata"
          aria-label={texts.video}
          onLoadedMetadata={({ currentTarget }) =>
            setSize({ width: currentTarget.videoWidth, height: currentTarget.videoHeight })
          }
          onError={() => setBroken(true)}
        />
      )
    case 'file':
      return <FileLink address={address} name={texts.file} />
  }
}

function FileLink({ address, name, onOpen }: { address: string; name: string; onOpen?: () => void }) {
  return (
    <a
      ref={leavesFocusToLog}
      className={styles.file}
      href={address}
      target="_blank"
      rel="noopener noreferrer"
      onClick={onOpen}
    >
      <Icon name="download" size={20} />
      <span>{name}</span>
    </a>
  )
}

interface PictureProps {
  media: Media
  address: string
  texts: MediaTexts
  onBroken: () => void
}

function Picture({ media, address, texts, onBroken }: PictureProps) {
  const [large, setLarge] = useState(false)
  const name = media.message.trim() || texts.picture
  return (
    <>
      <button type="button" className={styles.open} aria-label={name} onClick={() => setLarge(true)}>
        <img className={styles.picture} style={spaceOf(media)} src={address} alt="" onError={onBroken} />
      </button>
      {large ? (
        <Lightbox address={address} name={name} closeLabel={texts.close} onClose={() => setLarge(false)} />
      ) : null}
    </>
  )
}

const WIDEST = 260
const HIGHEST = 320
/** Less than a finger can press, or than the controls of a film need. */
const NARROWEST = { image: 96, video: 180, file: 96 }

/** The size that it will have on the screen, before it is here. One whose measures nobody knows gets a usual one. */
function spaceOf({ width, height, fileType }: Media): CSSProperties {
  if (!width || !height) return { width: WIDEST, aspectRatio: '4 / 3' }
  const scale = Math.min(1, WIDEST / width, HIGHEST / height)
  return {
    width: Math.max(NARROWEST[fileType], Math.round(width * scale)),
    aspectRatio: `${width} / ${height}`,
  }
}
