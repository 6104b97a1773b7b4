/** Works on all side by side, and throws the first failure only when each has ended: a turn that is over leaves nothing at work behind it. */
export async function eachToItsEnd<One>(
  ones: readonly One[],
  work: (one: One) => Promise<unknown>,
): Promise<void> {
  const endings = await Promise.allSettled(ones.map(work))
  for (const ending of endings) if (ending.status === 'rejected') throw ending.reason
}
