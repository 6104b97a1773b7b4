/** An error whose message is written for the person at the terminal; it is shown without a stack. */
export class PlainError extends Error {}

/** What an unknown thrown thing says, in one line. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** The system's error code (EACCES, EADDRINUSE ...) of a thrown thing; '' when it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/** Why a file or folder could not be had, in words. */
export function reasonOf(error: unknown): string {
  const words: Record<string, string> = {
    EACCES: 'permission denied',
    EPERM: 'permission denied',
    EROFS: 'it is read-only',
    ENOSPC: 'the disk is full',
    EDQUOT: 'the disk is full',
    EFBIG: 'no file may be that long (ulimit -f)',
    ENOTDIR: 'a file is in the way',
    EEXIST: 'a file is in the way',
  }
  return words[codeOf(error)] ?? messageOf(error)
}
