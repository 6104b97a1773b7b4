// Keeps the lists fresh and turns forms and buttons into the control calls. All text and markup come from the server.
const REFRESH_MS = 1500
const { language, refusals } = document.body.dataset
const refusalTexts = JSON.parse(refusals)
const shown = new Map()

async function refresh() {
  const game = document.querySelector('[data-game]').value
  const offline = document.querySelector('[data-offline]')
  try {
    const answer = await fetch(`/console/live?lang=${language}&game=${game}`)
    const panels = await answer.json()
    offline.textContent = ''
    for (const place of document.querySelectorAll('[data-live]')) update(place, panels[place.dataset.live])
  } catch {
    offline.textContent = refusalTexts.OFFLINE
    offline.dataset.outcome = 'bad'
  }
}

// A panel is drawn anew only when it changed, and not while a key or a finger is on it.
function update(place, markup) {
  if (markup === undefined || shown.get(place) === markup || place.matches(':active')) return
  const focused = [...place.querySelectorAll('button, a')].indexOf(document.activeElement)
  place.innerHTML = markup
  shown.set(place, markup)
  if (focused >= 0) place.querySelectorAll('button, a')[focused]?.focus({ preventScroll: true })
}

async function call(method, url, body) {
  const options = body ? { method, headers: { 'content-type': 'application/json' }, body } : { method }
  try {
    const answer = await fetch(url, options)
    const content = await answer.json()
    if (answer.ok) return null
    const known = refusalTexts[content.code]
    return content.code === 'BAD_REQUEST' ? `${known} ${content.message}` : (known ?? content.message)
  } catch {
    return refusalTexts.OFFLINE
  } finally {
    refresh()
  }
}

// "from.bankCode" becomes {from: {bankCode}}. An amount goes out as the JSON number that was typed, so no arithmetic is done.
function bodyOf(form, sign) {
  const body = {}
  for (const field of form.elements) {
    const value = field.value?.trim().replace(/^\+/, '')
    if (!field.name || !value) continue
    const [outer, inner] = field.name.split('.')
    const typed = field.dataset.number ? Number((sign === '-' ? '-' : '') + value.replaceAll(',', '')) : value
    if (inner) body[outer] = { ...body[outer], [inner]: typed }
    else body[outer] = typed
  }
  return body
}

async function submit(form, submitter) {
  const line = form.querySelector('[data-said]')
  const body = bodyOf(form, submitter?.dataset.sign)
  const url = form.dataset.url.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(body[name] ?? ''))
  for (const button of form.querySelectorAll('button')) button.disabled = true
  const problem = await call('POST', url, JSON.stringify(body))
  for (const button of form.querySelectorAll('button')) button.disabled = false
  line.textContent = problem ?? line.dataset.success
  line.dataset.outcome = problem ? 'bad' : 'good'
  if (!problem && form.dataset.form === 'pay') form.elements.qr.value = ''
}

function fill(button) {
  const form = document.querySelector(`[data-form="${button.dataset.fill}"]`)
  for (const [name, value] of Object.entries(JSON.parse(button.dataset.values)))
    form.elements[name].value = value
  if (button.dataset.submit) form.requestSubmit()
}

// The console is read on this machine, so a clipboard is at hand; where it is refused the link can still be marked by hand.
async function copy(button) {
  try {
    await navigator.clipboard.writeText(button.dataset.copy)
    button.textContent = button.dataset.copied
  } catch {
    getSelection().selectAllChildren(button.parentElement.querySelector('.link'))
  }
}

document.addEventListener('submit', (event) => {
  event.preventDefault()
  submit(event.target, event.submitter)
})
document.addEventListener('click', (event) => {
  const button = event.target.closest('button')
  if (button?.dataset.fill) fill(button)
  else if (button?.dataset.copy) copy(button)
  else if (button?.dataset.url) {
    button.disabled = true
    call(button.dataset.method, button.dataset.url, button.dataset.body)
  }
})
document.querySelector('[data-game]').addEventListener('change', refresh)
document.addEventListener('visibilitychange', refresh)
setInterval(() => {
  if (!document.hidden) refresh()
}, REFRESH_MS)
refresh()
