// One round: what the player chose goes to the server, which draws; this page only shows what came of it.
const form = document.querySelector('[data-round]')
const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches

function wait(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

function showFaces(faces) {
  const places = document.querySelectorAll('[data-faces] .face')
  for (const [at, place] of places.entries()) {
    const face = faces[at] ?? ''
    const symbol = place.querySelector('use')
    if (symbol) {
      symbol.setAttribute('href', `#${face}`)
      symbol.parentElement.setAttribute('aria-label', face)
    } else {
      place.textContent = face
      place.classList.toggle('red', /[♥♦]/.test(face))
    }
  }
}

function showResult(text, outcome) {
  const line = document.querySelector('[data-result]')
  line.textContent = text
  line.dataset.outcome = outcome
}

async function play(stake, choice) {
  const table = document.querySelector('[data-faces]')
  const buttons = [...form.querySelectorAll('button')]
  for (const button of buttons) button.disabled = true
  table.classList.add('turning')
  showResult('\u00a0', '')
  try {
    const headers = { 'content-type': 'application/json' }
    const sent = fetch(form.dataset.round, {
      method: 'POST',
      headers,
      body: JSON.stringify({ stake, choice }),
    })
    const [answer] = await Promise.all([sent, wait(isCalm ? 0 : 700)])
    const round = await answer.json()
    if (answer.status === 401) return location.reload()
    if (!answer.ok) return showResult(round.message, 'refused')
    showFaces(round.faces)
    document.querySelector('[data-balance]').textContent = round.balance
    showResult(round.message, round.outcome)
  } catch {
    showResult(form.dataset.offline, 'refused')
  } finally {
    table.classList.remove('turning')
    for (const button of buttons) button.disabled = false
  }
}

if (form) {
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const value = event.submitter?.value ?? 'spin'
    play(form.elements.stake.value, value === 'digits' ? form.elements.digits.value : value)
  })
  for (const chip of form.querySelectorAll('[data-stake]')) {
    chip.addEventListener('click', () => {
      const balance = document.querySelector('[data-balance]').textContent
      form.elements.stake.value = chip.dataset.stake === 'all' ? balance : chip.dataset.stake
    })
  }
}
