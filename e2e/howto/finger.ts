// Where the finger touches: on a film nobody would see what was tapped.
import type { BrowserContext } from '@playwright/test'

export async function showTouches(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    addEventListener(
      'pointerdown',
      ({ clientX, clientY }) => {
        const spot = document.createElement('div')
        // Above open dialogs, which lie in the top layer too.
        spot.popover = 'manual'
        spot.setAttribute('aria-hidden', 'true')
        Object.assign(spot.style, {
          position: 'fixed',
          inset: 'auto',
          left: `${clientX - 22}px`,
          top: `${clientY - 22}px`,
          width: '44px',
          height: '44px',
          margin: '0',
          padding: '0',
          border: '2px solid rgb(255 255 255 / 90%)',
          borderRadius: '50%',
          background: 'rgb(242 193 78 / 55%)',
          pointerEvents: 'none',
        })
        document.documentElement.append(spot)
        spot.showPopover()
        const fading = spot.animate(
          [
            { opacity: 1, transform: 'scale(0.7)' },
            { opacity: 0, transform: 'scale(1.5)' },
          ],
          { duration: 700, easing: 'ease-out' },
        )
        fading.onfinish = () => spot.remove()
      },
      { capture: true },
    )
  })
}
