/**
 * Where a page begins that the build has drawn (vite-prerender.ts takes the types out): it is painted before its scripts are looked at. In a tab behind
 * another one nothing is painted, so nothing is waited for. Until the page lives, what is pressed is kept for it; what is typed, its form reads by itself.
 */
const own = document.currentScript?.dataset
const root = document.querySelector('#root')
const buttons = () => [...(root?.querySelectorAll('button') ?? [])]
const submit = root?.querySelector<HTMLButtonElement>('[type=submit]')
const fields = [...(submit?.form?.querySelectorAll('input') ?? [])].filter(({ type }) => type !== 'checkbox')
/** What comes in their place answers by itself. */
const drawn = buttons()
const path = location.pathname
/** By their places: in another language than the visitor's all of it is drawn anew. Each once, however often an impatient finger came back. */
const pressed = new Set<number>()

function allowSubmit(): void {
  if (submit) submit.disabled = fields.some(({ value }) => !value.trim())
}

function keepPress(event: Event): void {
  const button = event.target instanceof Element && event.target.closest('button')
  const place = button ? drawn.indexOf(button) : -1
  if (place < 0) return
  event.preventDefault()
  // Nor does what of the page already works see it: it would be done twice.
  event.stopImmediatePropagation()
  pressed.add(place)
}

root?.addEventListener('input', allowSubmit)
root?.addEventListener('click', keepPress, true)
allowSubmit()
document.addEventListener(
  'live',
  () => {
    root?.removeEventListener('input', allowSubmit)
    root?.removeEventListener('click', keepPress, true)
    // Whoever is on another page by now has left what they pressed.
    const all = location.pathname === path ? buttons() : []
    for (const place of pressed) all[place]?.click()
  },
  { once: true },
)

function ask(href: string): void {
  const link = { rel: 'modulepreload', href, crossOrigin: '' }
  document.head.append(Object.assign(document.createElement('link'), link))
}

const parts = own?.parts?.split(' ') ?? []

/** A phone that is slow answers between one piece of work and the next. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}

/** The first look into a storage waits until the browser has fetched it: a piece of work by itself, while the browser has no other, and what comes finds it there. */
function openStorages(): void {
  try {
    sessionStorage.getItem('') ?? localStorage.getItem('')
  } catch {
    // A frame may be denied both (lib/storage.ts).
  }
}

async function runParts(): Promise<void> {
  const [first = '', ...others] = parts
  await import(first)
  await nextTask()
  openStorages()
  for (const part of others) {
    await nextTask()
    await import(part)
  }
}

async function begin(): Promise<void> {
  // All at once, and not each when the one before it has come and names it.
  for (const href of parts) ask(href)
  await runParts()
}

function beginOrSay(): void {
  begin().catch(() => {
    const words = document.querySelector<HTMLTemplateElement>('#boot-failed')
    if (words) root?.replaceChildren(words.content)
  })
}

/** A browser that does not tell of its paints, or late, is not waited for longer. */
const PAINTED_AT_LATEST_MS = 1_000

/** When it is on the screen, and not when it has been handed over to be: what is asked for between the two still takes from the phone what the paint needs. */
function whenPainted(run: () => void): void {
  const painted = () => {
    observer.disconnect()
    clearTimeout(latest)
    run()
  }
  const observer = new PerformanceObserver(painted)
  const latest = setTimeout(painted, PAINTED_AT_LATEST_MS)
  observer.observe({ type: 'paint', buffered: true })
}

// What was drawn for members is nobody's here (early.ts).
if (document.documentElement.hidden) {
  root?.replaceChildren()
  document.documentElement.hidden = false
}
if (document.hidden || !root?.hasChildNodes()) beginOrSay()
else whenPainted(beginOrSay)
