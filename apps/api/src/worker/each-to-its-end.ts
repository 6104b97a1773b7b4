/**
 * Works on all side by side. Each failure is told as it comes, with whose it is; the first one is thrown when all have ended: a turn that is over leaves
 * nothing at work behind it.
 */
export async function eachToItsEnd<One>(
  ones: readonly One[],
  work: (one: One) => Promise<unknown>,
  onFailure: (error: unknown, one: One) => unknown,
): Promise<void> {
  const endings = await Promise.allSettled(
    ones.map(async (one) => {
      try {
        await work(one)
      } catch (error) {
        await onFailure(error, one)
        throw error
      }
    }),
  )
  for (const ending of endings) if (ending.status === 'rejected') throw ending.reason
}
