/** What may be attached (spec §5). The server looks at the bytes; here only a wasted upload is spared. */
import { fileKindOf } from '@kapao/chat-view/file-kind'
import { CHAT_IMAGE_MAX_BYTES, CHAT_VIDEO_MAX_BYTES } from '@kapao/contract/chat'

const MB = 1024 * 1024

export type CheckedFile =
  | { readonly kind: 'image' | 'video' }
  | { readonly problem: 'not-supported' }
  | { readonly problem: 'too-large'; readonly maxMb: number }

export function checkFile({ name, size, type }: Pick<File, 'name' | 'size' | 'type'>): CheckedFile {
  const kind = fileKindOf({ name, type })
  if (!/.\.[^.\s]+$/.test(name) || kind === null || kind === 'file' || size === 0)
    return { problem: 'not-supported' }
  const max = kind === 'image' ? CHAT_IMAGE_MAX_BYTES : CHAT_VIDEO_MAX_BYTES
  return size > max ? { problem: 'too-large', maxMb: max / MB } : { kind }
}
