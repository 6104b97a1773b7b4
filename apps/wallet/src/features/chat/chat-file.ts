/** What may be attached (spec §5). The server looks at the bytes; here only a wasted upload is spared. */
import { after } from '@kapao/browser/timers'
import { CHAT_IMAGE_MAX_BYTES, CHAT_VIDEO_MAX_BYTES } from '@kapao/contract/chat'
import { imageTypes, videoTypes } from './chat-file-types.ts'

const imageEnding = /\.(png|jpe?g|gif)$/i
const videoEnding = /\.(mp4|mov|qt)$/i

const MB = 1024 * 1024

export type CheckedFile =
  | { readonly kind: 'image' | 'video' }
  | { readonly problem: 'not-supported' }
  | { readonly problem: 'too-large'; readonly maxMb: number }

export function checkFile({ name, size, type }: Pick<File, 'name' | 'size' | 'type'>): CheckedFile {
  const kind = kindOf(name, type.toLowerCase())
  if (!/.\.[^.\s]+$/.test(name) || kind === null || size === 0) return { problem: 'not-supported' }
  const max = kind === 'image' ? CHAT_IMAGE_MAX_BYTES : CHAT_VIDEO_MAX_BYTES
  return size > max ? { problem: 'too-large', maxMb: max / MB } : { kind }
}

/** Some phones name no type: then the ending of the name says it. */
function kindOf(name: string, type: string): 'image' | 'video' | null {
  if (imageTypes.includes(type) || (type === '' && imageEnding.test(name))) return 'image'
  return videoTypes.includes(type) || (type === '' && videoEnding.test(name)) ? 'video' : null
}

export interface Size {
  readonly width: number
  readonly height: number
}

const MEASURE_MS = 3000

/** What it measures, for its place to be held; null where this browser cannot tell. `url` is an object URL of the file. */
export async function measure(kind: 'image' | 'video', url: string): Promise<Size | null> {
  const size = kind === 'image' ? measureImage(url) : measureVideo(url)
  return size
    .then(({ width, height }) => (width > 0 && height > 0 ? { width, height } : null))
    .catch(() => null)
}

async function measureImage(url: string): Promise<Size> {
  const image = new Image()
  image.src = url
  await image.decode()
  return { width: image.naturalWidth, height: image.naturalHeight }
}

function measureVideo(url: string): Promise<Size> {
  const video = document.createElement('video')
  return new Promise((resolve, reject) => {
    video.preload = 'metadata'
    video.onloadedmetadata = () => resolve({ width: video.videoWidth, height: video.videoHeight })
    video.onerror = reject
    // Some browsers never load a video that is not shown.
    after(MEASURE_MS, reject)
    video.src = url
  })
}
