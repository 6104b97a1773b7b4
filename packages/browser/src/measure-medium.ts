/** How a picture or a film of this device is held, before the server has seen it. */
import { after } from './timers.ts'

export interface Size {
  readonly width: number
  readonly height: number
}

const MEASURE_MS = 3000

/** What it measures, for its place to be held; null where this browser cannot tell. `url` is an object URL of the file. */
export async function measure(kind: 'image' | 'video', url: string): Promise<Size | null> {
  const size = kind === 'image' ? measureImage(url) : measureVideo(url)
  return size
    .then(({ width, height }) => (width > 0 && height > 0 ? { width, height } : null))
    .catch(() => null)
}

async function measureImage(url: string): Promise<Size> {
  const image = new Image()
  image.src = url
  await image.decode()
  return { width: image.naturalWidth, height: image.naturalHeight }
}

function measureVideo(url: string): Promise<Size> {
  const video = document.createElement('video')
  return new Promise((resolve, reject) => {
    video.preload = 'metadata'
    video.onloadedmetadata = () => resolve({ width: video.videoWidth, height: video.videoHeight })
    video.onerror = reject
    // Some browsers never load a video that is not shown.
    after(MEASURE_MS, reject)
    video.src = url
  })
}
