import { webAddress } from '@kapao/contract/address'

/** Where a medium of a message is: a whole web address, or a path on the API's origin. Null for anything else. */
export function mediaAddress(filePath: string, isWhole: boolean): string | null {
  if (isWhole) return webAddress(filePath)
  const path = filePath.startsWith('/') ? filePath : `/${filePath}`
  // Two slashes would lead to another host, and a backslash is read as a slash.
  return /^\/[^/\\]/.test(path) ? path : null
}

/** A card's picture says of itself which of the two it is. */
export function isWholeAddress(imageUrl: string): boolean {
  return /^https?:/i.test(imageUrl)
}

export function pictureAddress(imageUrl: string): string | null {
  return mediaAddress(imageUrl, isWholeAddress(imageUrl))
}
