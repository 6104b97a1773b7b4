/** What can be said about a picture before it is sent. The server looks at the bytes; here only a wasted upload is spared. */
import { SLIP_MAX_BYTES } from '@kapao/contract/slip'

/**
 * Named one by one and not as `image/*`: only then do iPhones hand over a JPEG instead of their own format, which is read nowhere else.
 */
export const SLIP_TYPES = 'image/jpeg,image/png,image/webp'

export type FileProblem = 'empty' | 'too-large' | 'not-a-picture'

export function fileProblem({ size, type }: Pick<File, 'size' | 'type'>): FileProblem | null {
  // Some phones name no type; then the server decides.
  if (type !== '' && !SLIP_TYPES.split(',').includes(type.toLowerCase())) return 'not-a-picture'
  if (size === 0) return 'empty'
  return size > SLIP_MAX_BYTES ? 'too-large' : null
}
