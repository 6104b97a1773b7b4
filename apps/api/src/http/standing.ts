/** For how long something has been seen to stand, look by look, in ms. A process that paused has seen nothing of it meanwhile. */
export class Standing {
  forMs = 0
  #sinceMs: number | null = null

  look(isThere: boolean, nowMs: number): void {
    this.#sinceMs = isThere ? (this.#sinceMs ?? nowMs) : null
    this.forMs = this.#sinceMs === null ? 0 : nowMs - this.#sinceMs
  }
}
