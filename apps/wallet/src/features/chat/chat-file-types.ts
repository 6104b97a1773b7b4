export const imageTypes = ['image/png', 'image/jpeg', 'image/jpg', 'image/gif']
export const videoTypes = ['video/mp4', 'video/quicktime']

/** Named one by one and not as `image/*`: only then do iPhones hand over a JPEG instead of their own format. */
export const CHAT_FILE_TYPES = [...imageTypes, ...videoTypes].join(',')
