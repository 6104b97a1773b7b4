import { offerByHand } from './by-hand.ts'

/**
 * Copies a text. False when the browser did not prove that it did (frames, in-app browsers): then say so; the text is offered to be copied by
 * hand.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const isCopied = copyBySelection(text)
    if (!isCopied) offerByHand({ kind: 'copy', text })
    return isCopied
  }
}

function copyBySelection(text: string): boolean {
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  // Out of sight without scrolling to it; 16 px so that iOS does not zoom.
  field.style.cssText = 'position:fixed;top:0;left:0;opacity:0;font-size:16px'
  const focused = document.activeElement
  // Inside an open modal dialog everything else is inert and cannot be selected.
  const host = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body
  host.append(field)
  field.select()
  try {
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    field.remove()
    if (focused instanceof HTMLElement) focused.focus()
  }
}
