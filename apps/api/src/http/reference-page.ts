import { isRefusalCode } from '@kapao/contract/codes'
import { byStatus, type CallReference } from './reference-calls.ts'
import { conventions } from './reference-conventions.ts'
import { namedShapes, nameOf, type Shape } from './reference-shape.ts'
import { referenceStyle } from './reference-style.ts'
import { groups } from './reference-words.ts'

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign)
}

function limitsOf({ minLength, maxLength, minimum, maximum }: Shape): string {
  const least = minimum ?? minLength
  const most = maximum ?? maxLength
  if (least === undefined && most === undefined) return ''
  return ` (${[least, most].map((end) => end ?? '').join('…')})`
}

function objectText(shape: Shape, indent: string): string {
  const lines = Object.entries(shape.properties ?? {}).map(([name, property]) => {
    const mark = shape.required?.includes(name) ? '' : '?'
    return `${indent}  ${name}${mark}: ${shapeText(property, `${indent}  `)}`
  })
  return `{\n${lines.join('\n')}\n${indent}}`
}

/** A shape as a programmer would jot it down: names refer to the list of types at the end of the page. */
export function shapeText(shape: Shape, indent = ''): string {
  const name = nameOf(shape)
  if (name !== null) return name
  if (shape.const !== undefined) return JSON.stringify(shape.const)
  if (shape.enum) return shape.enum.map((one) => JSON.stringify(one)).join(' | ')
  const choices = shape.anyOf ?? shape.oneOf
  if (choices) return choices.map((one) => shapeText(one, indent)).join(' | ')
  if (shape.items) return `${shapeText(shape.items, indent)}[]`
  if (shape.additionalProperties) return `{ [name]: ${shapeText(shape.additionalProperties, indent)} }`
  if (shape.type === 'object') return objectText(shape, indent)
  return `${shape.type ?? 'anything'}${limitsOf(shape)}`
}

function pre(text: string): string {
  // Wide ones scroll on a phone, and what scrolls must be reachable by keyboard.
  return `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>`
}

export function curlExample({ call, parameters, bodyExample }: CallReference): string {
  const path = parameters.reduce((text, one) => text.replace(`{${one.name}}`, one.example), call.path)
  return [
    `curl${call.method === 'GET' ? '' : ` -X ${call.method}`} "$API${path}"`,
    `-H 'X-Requested-With: kapao'`,
    ...(call.token ? [`-H "Authorization: Bearer $TOKEN"`] : []),
    ...(call.effect === 'money' ? [`-H "Idempotency-Key: $(uuidgen)"`] : []),
    ...(call.file ? [`-F '${call.file}=@picture.jpg'`] : []),
    ...(bodyExample && !call.file
      ? [
          `-H 'Content-Type: application/json'`,
          `-d '${JSON.stringify(bodyExample).replaceAll("'", "'\\''")}'`,
        ]
      : []),
  ].join(' \\\n  ')
}

function refusalList(codes: readonly string[]): string {
  const rows = byStatus(codes.filter(isRefusalCode)).map(
    ([status, some]) =>
      `<dt>${status}</dt><dd>${some.map((code) => `<code>${escapeHtml(code)}</code>`).join(', ')}</dd>`,
  )
  return `<dl>${rows.join('')}</dl>`
}

function parameterList({ parameters }: CallReference): string {
  if (parameters.length === 0) return ''
  const rows = parameters.map(({ name, about, choices }) => {
    const some = choices ? ` ${choices.map((one) => `<code>${escapeHtml(one)}</code>`).join(', ')}` : ''
    return `<dt><code>{${escapeHtml(name)}}</code></dt><dd>${escapeHtml(about)}${some}</dd>`
  })
  return `<h4>Path</h4><dl>${rows.join('')}</dl>`
}

const effectWords = {
  reads: 'reads: may be asked again',
  writes: 'writes: changes something',
  money: 'money: takes an Idempotency-Key',
} as const

function callArticle(one: CallReference): string {
  const { name, call, sentence, body, answer, canBeInProgress } = one
  return `<article id="${escapeHtml(name)}">
<h3><span class="method">${call.method}</span><span class="path">${escapeHtml(call.path)}</span></h3>
<p>${escapeHtml(sentence)}</p>
<ul class="marks"><li>${call.token ? 'needs a token' : 'no token'}</li><li class="${call.effect}">${effectWords[call.effect]}</li></ul>
${parameterList(one)}
${body ? `<h4>${call.file ? `Multipart form, with the file in <code>${escapeHtml(call.file)}</code>` : 'Body'}</h4>${pre(shapeText(body))}` : ''}
<h4>Answer${canBeInProgress ? ', 200 or 202' : ''}</h4>${pre(shapeText(answer))}
<h4>Refusals of its own</h4>${call.refusals.length > 0 ? refusalList(call.refusals) : '<p>None.</p>'}
<h4>Example</h4>${pre(curlExample(one))}
</article>`
}

interface Section {
  readonly id: string
  readonly title: string
  readonly html: string
}

function callLinks(references: readonly CallReference[]): string {
  const links = references.map(
    ({ name, call }) =>
      `<li><a href="#${escapeHtml(name)}"><span class="method">${call.method}</span><span class="path">${escapeHtml(call.path)}</span></a></li>`,
  )
  return `<ul class="calls">${links.join('')}</ul>`
}

function callSections(references: readonly CallReference[]): Section[] {
  const ids = [...new Set([...groups.map((group) => group.id), ...references.map((one) => one.groupId)])]
  return ids.flatMap((id) => {
    const own = references.filter((one) => one.groupId === id)
    if (own.length === 0) return []
    const group = groups.find((one) => one.id === id)
    const about = group ? `<p>${escapeHtml(group.about)}</p>` : ''
    return [{ id, title: group?.title ?? id, html: about + callLinks(own) + own.map(callArticle).join('\n') }]
  })
}

function typeSection(): Section {
  const types = Object.entries(namedShapes()).map(([name, shape]) => {
    const about = shape.description ? `<p>${escapeHtml(shape.description)}</p>` : ''
    return `<article id="type-${name}"><h3>${name}</h3>${about}${pre(shapeText(shape))}</article>`
  })
  return { id: 'types', title: 'Types', html: types.join('\n') }
}

/** The reference as one page of HTML: no script, nothing loaded from anywhere. */
export function referencePage(operatorName: string, references: readonly CallReference[]): string {
  const sections = [
    { id: 'conventions', title: 'Conventions', html: conventions },
    ...callSections(references),
    typeSection(),
  ]
  const links = sections.map(
    ({ id, title }) => `<li><a href="#${escapeHtml(id)}">${escapeHtml(title)}</a></li>`,
  )
  const title = `${escapeHtml(operatorName)} wallet API`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${referenceStyle}</style>
</head>
<body>
<a class="skip" href="#reference">To the reference</a>
<div class="page">
<header>
<h1>${title}</h1>
<p>Every call that a wallet makes, as this server answers it. For programs: <a href="/openapi.json">OpenAPI 3.1</a>.</p>
</header>
<nav aria-label="Contents"><details open><summary>Contents</summary><ul>${links.join('')}</ul></details></nav>
<main id="reference">
${sections.map(({ id, title: heading, html }) => `<section id="${escapeHtml(id)}"><h2>${escapeHtml(heading)}</h2>\n${html}</section>`).join('\n')}
</main>
</div>
</body>
</html>
`
}
