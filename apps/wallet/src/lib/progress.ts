export type Progress = 'success' | 'failed' | 'in-progress'

/** How far a deposit, a transfer or a slip is: whatever is neither SUCCESS nor FAILED is in progress (spec §3). */
export function progressOf(status: string): Progress {
  if (status === 'SUCCESS') return 'success'
  return status === 'FAILED' ? 'failed' : 'in-progress'
}
