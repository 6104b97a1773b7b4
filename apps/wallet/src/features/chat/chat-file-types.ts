import { imageTypes, videoTypes } from '@kapao/chat-view/file-kind'

/** Named one by one and not as `image/*`: only then do iPhones hand over a JPEG instead of their own format. */
export const CHAT_FILE_TYPES = [...imageTypes, ...videoTypes].join(',')
