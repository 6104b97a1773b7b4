/** A page that the build has drawn can be read before this; from now on it answers: for drawn/start.ts, and for whoever measures. */
export function tellLive(): void {
  performance.mark('live')
  document.documentElement.dataset.live = ''
  document.dispatchEvent(new Event('live'))
}
