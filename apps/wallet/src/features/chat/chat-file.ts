/** What may be attached (spec §5). The server looks at the bytes; here only a wasted upload is spared. */
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
