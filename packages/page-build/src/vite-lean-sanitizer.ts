/**
 * DOMPurify can do far more than one configuration asks of it, and every page that shows an operator's text would carry it. What is left out
 * here is only reached with another configuration than ours, or by calls that nobody makes (docs/decisions/lean-sanitizer.md); what decides
 * about a text of ours stays as it was written. The build ends when a piece is not there, and with a version that nobody has read for it.
 */
import type { Plugin } from 'vite'

/** The version that was read with this file in hand: what another one reaches, another one decides. */
const READ = '3.4.18'

/** As they are given to the library's `sanitize`, each time. */
export type SanitizerSettings = Readonly<Record<string, unknown>>

/** Of these the pieces below take for granted that they are not set. */
const unset = [
  ...['ADD_TAGS', 'ADD_ATTR', 'CUSTOM_ELEMENT_HANDLING', 'IN_PLACE', 'NAMESPACE', 'PARSER_MEDIA_TYPE'],
  ...['USE_PROFILES', 'RETURN_DOM', 'RETURN_DOM_FRAGMENT'],
]

const uncalled = [
  'setConfig',
  'clearConfig',
  'isValidAttribute',
  'removeHook',
  'removeHooks',
  'removeAllHooks',
]

/** Calls that this build lacks, or a text that is judged by other settings than those it was made for. */
const other = new RegExp(`\\.(?:${uncalled.join('|')})\\(|\\.sanitize\\((?!\\w+, settings\\))`)

type Piece = readonly [is: RegExp, becomes: string]

const pieces: readonly Piece[] = [
  ...uncalled.map(
    (name): Piece => [new RegExp(`^\\tDOMPurify\\.${name} = function[\\s\\S]*?^\\t\\};\\n`, 'm'), ''],
  ),
  // setConfig's, which nobody has called.
  [/^\t\tif \(SET_CONFIG\) \{[\s\S]*?\} else (_parseConfig\(cfg\);)/m, '\t\t$1'],
  // A text is given, never a node; a node would have none of a text's functions, and be refused.
  [/\} else if \(_isNode\(dirty\)\) \{[\s\S]*?\} else \{/, '} else {'],
  // Texts are read as HTML, whose names are all in small letters.
  [/^\t\tPARSER_MEDIA_TYPE = .*\n\t\ttransformCaseFunc = .*\n/m, ''],
  [/^\tlet PARSER_MEDIA_TYPE = null;$/m, '\tconst PARSER_MEDIA_TYPE = "text/html";'],
  [/^\tlet transformCaseFunc = null;$/m, '\tconst transformCaseFunc = stringToLowerCase;'],
  [/^\t\tNAMESPACE = .*\n/m, ''],
  [/^\tlet NAMESPACE = HTML_NAMESPACE;$/m, '\tconst NAMESPACE = HTML_NAMESPACE;'],
  [/^\t\tUSE_PROFILES = .*\n/m, ''],
  [/^\tlet USE_PROFILES = false;$/m, '\tconst USE_PROFILES = false;'],
  // No element of somebody's own is let through, and no function decides about one.
  [/^\t\tconst customElementHandling = [\s\S]*?^\t\tseal\(CUSTOM_ELEMENT_HANDLING\);\n/m, ''],
  [/^\t\tif \(!FORBID_TAGS\[tagName\] && _isBasicCustomElement\(.*return false;\n/m, ''],
  [/(if \(!nameIsPermitted\) return) _isBasicCustomElement.*;$/m, '$1 false;'],
  [/^\tconst RESERVED_CUSTOM_ELEMENT_NAMES = [\s\S]*?\]\);\n/m, ''],
  [
    /^\t\tEXTRA_ELEMENT_HANDLING\.tagCheck = null;\n\t\tEXTRA_ELEMENT_HANDLING\.attributeCheck = null;\n/m,
    '',
  ],
  [/^\tconst EXTRA_ELEMENT_HANDLING = [\s\S]*?^\t\}\)\);\n/m, ''],
  [
    /!\(EXTRA_ELEMENT_HANDLING\.tagCheck instanceof Function && EXTRA_ELEMENT_HANDLING\.tagCheck\(tagName\)\) && /,
    '',
  ],
  [/ \|\| EXTRA_ELEMENT_HANDLING\.attributeCheck instanceof Function && EXTRA_.*?\(lcName, lcTag\)/, ''],
  // What older languages lacked, and all of our browsers have.
  [/_slicedToArray\(_ref2, 2\)/, '_ref2'],
  [/^function AsyncGenerator\([\s\S]*?(?=^const entries = )/m, ''],
]

export function leanSanitizer(settings: SanitizerSettings): Plugin {
  return {
    name: 'kapao-lean-sanitizer',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (/\/dompurify\/.*\.m?js$/.test(id)) return { code: withoutUnreached(code, settings), map: null }
      if (/\.tsx?$/.test(id) && !id.includes('node_modules') && / from 'dompurify'/.test(code)) {
        const [used] = other.exec(code) ?? []
        if (used) this.error(`${id} says ${used}: this build of DOMPurify is for other uses`)
      }
      return undefined
    },
  }
}

/** Throws when something that is to be left out is not there. */
export function withoutUnreached(code: string, settings: SanitizerSettings): string {
  if (!code.includes(`DOMPurify.version = "${READ}";`))
    throw new Error(`This is not the DOMPurify ${READ} that was read: look at vite-lean-sanitizer.ts with it`)
  const set = unset.find((name) => name in settings)
  if (set) throw new Error(`${set} needs what this build of DOMPurify leaves out`)
  const lean = pieces.reduce((rest, [is, becomes]) => {
    if (!is.test(rest)) throw new Error(`This DOMPurify has no ${is.source} that could be left out`)
    return rest.replace(is, becomes)
  }, code)
  return withoutEffects(withAskedNames(withSettings(lean, settings), settings))
}

/** What the library would read from the settings each time is written into it: what no setting reaches, the bundler leaves out. */
function withSettings(code: string, settings: SanitizerSettings): string {
  const isAbsent = (name: string) => !(name in settings)
  return withSwitches(code, settings)
    .replace(/^\tconst DEFAULT_(\w+) = addToSet\(\{\}, [\s\S]*?\]\);$/gm, (whole, name) =>
      isAbsent(name) ? whole : `\tconst DEFAULT_${name} = null;`,
    )
    .replace(
      /_resolveSetOption\(cfg, "(\w+)", (\w+|create\(null\)), (.*)\);$/gm,
      (_, name, otherwise, how) =>
        isAbsent(name) ? `${otherwise};` : `_resolveSetOption(cfg, "${name}", null, ${how});`,
    )
    .replace(/_resolveObjectOption\(cfg, "(\w+)", (\w+)\)/g, (whole, name, otherwise) =>
      isAbsent(name) ? otherwise : whole,
    )
    .replace(/objectHasOwnProperty\(cfg, "(\w+)"\)/g, (whole, name) => (isAbsent(name) ? 'false' : whole))
    .replace(/\bcfg\.(\w+)/g, (whole, name) => (isAbsent(name) ? '(void 0)' : whole))
}

/** Settings that are on or off, by the library's own lines: `X = cfg.X || false`, `X = cfg.X !== false`, `if (X) Y = true`. */
function withSwitches(code: string, settings: SanitizerSettings): string {
  const switches = new Map<string, boolean>()
  const rest = code
    .replace(/^\t\t([A-Z_]+) = cfg\.\1 (\|\| false|!== false);\n/gm, (_, name, form) => {
      const isOnUnset = form === '!== false'
      switches.set(name, isOnUnset ? settings[name] !== false : Boolean(settings[name]))
      return ''
    })
    .replace(/^\t\tif \(([A-Z_]+)\) ([A-Z_]+) = (true|false);\n/gm, (whole, one, another, value) => {
      if (!switches.has(one) || !switches.has(another)) return whole
      if (switches.get(one)) switches.set(another, value === 'true')
      return ''
    })
  return [...switches].reduce((fixed, [name, isOn]) => {
    const set = new RegExp(`(?<![\\w.])${name} = \\w+;`, 'g')
    if (fixed.match(set)?.length !== 1) throw new Error(`DOMPurify's ${name} is set where nobody looked`)
    return fixed.replace(new RegExp(`^\\tlet ${name} = \\w+;$`, 'm'), `\tconst ${name} = ${isOn};`)
  }, rest)
}

/** The names that SVG and MathML have are asked about elements that were let through, which have one of ours. */
function withAskedNames(code: string, settings: SanitizerSettings): string {
  const allowed = settings.ALLOWED_TAGS
  if (!Array.isArray(allowed)) throw new Error('Without a list of elements DOMPurify needs all of its own')
  return ['svg$1', 'svgFilters', 'svgDisallowed', 'mathMl$1', 'mathMlDisallowed'].reduce((rest, name) => {
    const list = new RegExp(`^const ${name.replace('$', '\\$')} = freeze\\((\\[[^\\]]*\\])\\);$`, 'm')
    const [, names] = list.exec(rest) ?? []
    if (names === undefined) throw new Error(`This DOMPurify has no list ${name}`)
    const asked = (JSON.parse(names) as string[]).filter((one) => allowed.includes(one))
    return rest.replace(list, () => `const ${name} = freeze(${JSON.stringify(asked)});`)
  }, code)
}

/** Lists, patterns and functions that are made and not used do nothing. */
function withoutEffects(code: string): string {
  return code.replace(
    /^(\t?const [\w$]+ =) (?=(?:freeze|seal|addToSet|unapply|unconstruct|lookupGetter)\()/gm,
    '$1 /* @__PURE__ */ ',
  )
}
