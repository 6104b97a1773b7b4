/** Which files may be sent, judged here to say so early; the server judges by what is in them. Pure. */
import { CHAT_IMAGE_MAX_BYTES, CHAT_VIDEO_MAX_BYTES } from '@kapao/contract/chat'

const imageTypes = ['image/png', 'image/jpeg', 'image/gif']
const videoTypes = ['video/mp4', 'video/quicktime']
const fileTypes = ['application/pdf']

/** For the picker: with exact types a phone converts what it has. */
export const ACCEPTED = [...imageTypes, ...videoTypes, ...fileTypes].join(',')

export type FileProblem = 'FILE_NOT_SUPPORTED' | 'FILE_TOO_LARGE'

export function problemOf({ type, size }: Pick<File, 'type' | 'size'>): FileProblem | null {
  if (videoTypes.includes(type)) return size > CHAT_VIDEO_MAX_BYTES ? 'FILE_TOO_LARGE' : null
  if (imageTypes.includes(type) || fileTypes.includes(type))
    return size > CHAT_IMAGE_MAX_BYTES ? 'FILE_TOO_LARGE' : null
  return 'FILE_NOT_SUPPORTED'
}
