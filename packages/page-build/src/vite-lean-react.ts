/**
 * React DOM comes as one function, which no bundler can take apart. What is named below is only reached by parts of React that no page of ours
 * uses, and every first visit would carry it (docs/decisions/lean-react.md). Nothing is changed, only left out. The build ends when a name
 * is not there, or when a source of ours begins to use such a part.
 */
import type { Plugin } from 'vite'

/**
 * By what a source would have to say to use them. Where no such element is in the page, those that React calls all the same find nothing to
 * do and give nothing back.
 */
const leftOut: readonly (readonly [use: RegExp, functions: readonly string[]])[] = [
  [
    /\b(?:ViewTransition|addTransitionType)\b/,
    [
      'startViewTransition',
      'flushAfterMutationEffects',
      'commitAfterMutationEffectsOnFiber',
      'commitEnterViewTransitions',
      'commitExitViewTransitions',
      'commitNestedViewTransitions',
      'commitDeletedPairViewTransitions',
      'commitAppearingPairViewTransitions',
      'restoreEnterOrExitViewTransitions',
      'restoreNestedViewTransitions',
      'restorePairedViewTransitions',
      'restoreViewTransitionOnHostInstances',
      'measureNestedViewTransitions',
      'measureViewTransitionHostInstancesRecursive',
      'applyViewTransitionToHostInstances',
      'createViewTransitionInstance',
      'scheduleViewTransitionEvent',
      'trackEnterViewTransitions',
      'getViewTransitionName',
      'getViewTransitionClassName',
      'applyViewTransitionName',
      'restoreViewTransitionName',
      // How long the pictures of a transition would take.
      'estimateBandwidth',
    ],
  ],
  [
    /\bActivity\b/,
    ['updateActivityComponent', 'retryActivityComponentWithoutHydrating', 'commitActivityHydrationCallbacks'],
  ],
  // The names of the components around an error, which a production build has shortened to letters.
  [/\bcomponentStack\b/, ['getStackByFiberInDevAndProd']],
  [/\bonDefaultTransitionIndicator\b/, ['defaultOnDefaultTransitionIndicator']],
  [/\bSuspenseList\b/, ['updateSuspenseListComponent', 'initSuspenseListRenderState']],
  [
    /<Fragment [^>]*\bref\b/,
    [
      'commitNewChildToFragmentInstance',
      'commitNewChildToFragmentInstances',
      'deleteChildFromFragmentInstance',
      'commitFragmentInstanceInsertionEffects',
      'commitFragmentInstanceDeletionEffects',
    ],
  ],
  [
    /\buseActionState\b/,
    ['mountActionState', 'runActionStateAction', 'updateActionStateImpl', 'dispatchActionState'],
  ],
  [/\buseDeferredValue\b/, ['mountDeferredValueImpl', 'updateDeferredValueImpl']],
  [/\buse(?:Optimistic|Transition)\b/, ['updateOptimisticImpl', 'dispatchOptimisticSetState']],
  // A pointer that enters what is not yet taken over: a page that the build has drawn is taken over as a whole, at once.
  [
    /\bunstable_scheduleHydration\b/,
    ['queueIfContinuousEvent', 'attemptReplayContinuousQueuedEventInMap', 'attemptExplicitHydrationTarget'],
  ],
  // Elements that React would hoist into the head, and calls that speak of such files.
  [
    /<(?:title|link|style|script|meta)\b|\b(?:preload|preinit|preconnect|prefetch).*from 'react-dom'/,
    [
      'getResource',
      'acquireResource',
      'suspendResource',
      'insertSuspendedStylesheets',
      'insertStylesheetIntoRoot',
      'getHydratableHoistableCache',
      'createHoistableInstance',
      'preload',
      'preloadModule',
      'preinitStyle',
      'preinitScript',
      'preinitModuleScript',
      'preconnect',
      'preconnectAs',
      'prefetchDNS',
    ],
  ],
  [/<[a-z]+-[a-z-]+[ >]/, ['setPropOnCustomElement']],
  // A function as a form's action: ours have an address, if any.
  [/\buseFormStatus\b|\bformAction=|<form\b[^>]*?\baction=\{(?![\w.]*\burl\})/, ['extractEvents$1']],
  // An event that React makes of others: what is about to be written.
  [/\bonBeforeInput(?:Capture)?=/, ['getFallbackBeforeInputChars', 'getNativeBeforeInputChars']],
  // What React's compiler would use.
  [/\breact\/compiler-runtime\b/, ['useMemoCache']],
]

/** Lists that are fetched page by page into one: every query of TanStack Query asks whether it is one. */
const endless = { use: /[iI]nfiniteQuer(?:y|ies)/, name: 'infiniteQueryBehavior' } as const

export function leanReact(): Plugin {
  return {
    name: 'kapao-lean-react',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (id.endsWith('react-dom-client.production.js')) return { code: withoutLeftOut(code), map: null }
      if (id.endsWith(`/${endless.name}.js`)) return { code: emptied(code, endless.name), map: null }
      if (/\.tsx?$/.test(id) && !id.includes('node_modules')) {
        const used = [endless.use, ...leftOut.map(([use]) => use)].find((use) => use.test(code))
        if (used) this.error(`${id} uses what this build leaves out: ${used.source}`)
      }
      return undefined
    },
  }
}

/** A placeholder that was shown stays for 300 ms, however soon what it stands for is there: where a page tells of its parts one by one they would jump. */
const longPlaceholder =
  / *if \(\n *\(lanes & \d+\) === lanes &&\n *\(\(exitStatus = globalMostRecentFallbackTime \+ 300 - now[\s\S]*?break a;\n {8}\}\n/

/** Throws when something that is to be left out is not there: then this is another React. */
export function withoutLeftOut(code: string): string {
  if (!longPlaceholder.test(code))
    throw new Error('This React has no wait for placeholders that could be left out')
  const lean = leftOut
    .flatMap(([, functions]) => functions)
    .reduce(emptied, code.replace(longPlaceholder, ''))
  return lean.replace(
    /^(?:FragmentInstance|ViewTransitionPseudoElement)\.prototype\.\w+ = function[\s\S]*?^\};$/gm,
    '',
  )
}

function emptied(code: string, name: string): string {
  const whole = new RegExp(`^function ${name.replace('$', '\\$')}\\([\\s\\S]*?^\\}$`, 'm')
  if (!whole.test(code)) throw new Error(`There is no function ${name} here that could be left out`)
  return code.replace(whole, () => `function ${name}() {}`)
}
