// Films a page: Chromium's own screencast, a picture whenever something changed, put together and encoded by ffmpeg.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CDPSession, Page } from '@playwright/test'

const FRAMES_PER_SECOND = 20
/** So long the last picture stays. */
const LAST_S = 1.5

/** Seconds from the film's beginning. */
export interface Cue {
  readonly from: number
  readonly to: number
  readonly step: number
}

interface Frame {
  readonly file: string
  readonly at: number
}

export class Camera {
  readonly #session: CDPSession
  readonly #folder = mkdtempSync(join(tmpdir(), 'kapao-film-'))
  readonly #frames: Frame[] = []
  readonly #steps: { step: number; at: number }[] = []

  private constructor(session: CDPSession) {
    this.#session = session
  }

  static async start(page: Page): Promise<Camera> {
    const session = await page.context().newCDPSession(page)
    const camera = new Camera(session)
    session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
      const file = join(camera.#folder, `${String(camera.#frames.length).padStart(5, '0')}.jpg`)
      writeFileSync(file, Buffer.from(data, 'base64'))
      camera.#frames.push({ file, at: metadata.timestamp ?? Date.now() / 1000 })
      // A page that has gone needs no answer.
      session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined)
    })
    await session.send('Page.startScreencast', { format: 'jpeg', quality: 92, everyNthFrame: 1 })
    return camera
  }

  /** From now on the film shows this step. */
  say(step: number): void {
    this.#steps.push({ step, at: Date.now() / 1000 })
  }

  /** Ends the film. Writes `<stem>.mp4` and its first picture, and tells when which step was shown. */
  async stop(stem: string): Promise<readonly Cue[]> {
    const end = Date.now() / 1000 + LAST_S
    await this.#session.send('Page.stopScreencast')
    await this.#session.detach()
    const first = this.#frames[0]
    if (!first) throw new Error('Nothing was filmed')
    const list = this.#frames.flatMap(({ file, at }, index) => {
      const next = this.#frames[index + 1]?.at ?? end
      return [`file '${file}'`, `duration ${Math.max(0.001, next - at).toFixed(3)}`]
    })
    // The concat demuxer forgets the last duration unless the file is named once more.
    const last = this.#frames.at(-1)?.file ?? first.file
    writeFileSync(join(this.#folder, 'frames.txt'), [...list, `file '${last}'`].join('\n'))
    this.#encode(stem)
    rmSync(this.#folder, { recursive: true })
    return this.#steps.map(({ step, at }, index) => ({
      step,
      from: Math.max(0, at - first.at),
      to: (this.#steps[index + 1]?.at ?? end) - first.at,
    }))
  }

  #encode(stem: string): void {
    const ffmpeg = (...args: string[]) =>
      execFileSync('ffmpeg', ['-y', '-loglevel', 'error', ...args], {
        stdio: ['ignore', 'inherit', 'inherit'],
      })
    const size = 'scale=540:1110:flags=lanczos'
    ffmpeg(
      ...['-f', 'concat', '-safe', '0', '-i', join(this.#folder, 'frames.txt')],
      ...['-vf', `fps=${FRAMES_PER_SECOND},${size},format=yuv420p`],
      // Played by every phone that is served; the index in front, so that it starts before it has loaded.
      ...[
        '-c:v',
        'libx264',
        '-profile:v',
        'main',
        '-preset',
        'slow',
        '-crf',
        '28',
        '-movflags',
        '+faststart',
      ],
      ...['-map_metadata', '-1', '-an', `${stem}.mp4`],
    )
    ffmpeg('-i', this.#frames[0]?.file ?? '', '-vf', 'scale=270:-2', '-q:v', '6', `${stem}.jpg`)
  }
}
