/** Which files may be sent, judged here to say so early; the server judges by what is in them. Pure. */
import { documentTypes, fileKindOf, imageTypes, videoTypes } from '@kapao/chat-view/file-kind'
import { CHAT_IMAGE_MAX_BYTES, CHAT_VIDEO_MAX_BYTES } from '@kapao/contract/chat'

/** For the picker: with exact types a phone converts what it has. */
export const ACCEPTED_PICTURES = imageTypes.join(',')
export const ACCEPTED = [...imageTypes, ...videoTypes, ...documentTypes].join(',')

export type FileProblem = 'FILE_NOT_SUPPORTED' | 'FILE_TOO_LARGE'

export function problemOf(file: Pick<File, 'name' | 'type' | 'size'>): FileProblem | null {
  const kind = fileKindOf(file)
  if (kind === null) return 'FILE_NOT_SUPPORTED'
  return file.size > (kind === 'video' ? CHAT_VIDEO_MAX_BYTES : CHAT_IMAGE_MAX_BYTES)
    ? 'FILE_TOO_LARGE'
    : null
}
