/** What whoever is at the desk takes along when the page is loaded anew by itself. Apart from what that is, which the log-in has no use for. */
let carry = (): void => {}

/** Answers how to leave. */
export function carryBy(next: () => void): () => void {
  carry = next
  return () => {
    carry = () => {}
  }
}

/** Only once the page goes: an agent whom the browser asks first may stay, and log out. */
export function carryOver(): void {
  window.addEventListener('pagehide', carryNow, { once: true })
}

/** By the agent's press, where nothing else helps. */
export function loadAnew(): void {
  carryOver()
  location.reload()
}

const carryNow = () => carry()
