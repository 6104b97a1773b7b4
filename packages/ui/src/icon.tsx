import { loadAside } from '@kapao/browser/chunk-recovery'
import { createListeners } from '@kapao/browser/listeners'
import { useEffect, useSyncExternalStore } from 'react'
import { iconPaths } from './icon-paths.ts'
import type { moreIconPaths } from './more-icon-paths.ts'

type MoreIcons = typeof moreIconPaths
export type IconName = keyof typeof iconPaths | keyof MoreIcons

let more: MoreIcons | null = null
let loading: Promise<void> | null = null
const [subscribe, announce] = createListeners()

/** Loads the rest of the icons. What waits for it draws none late; elsewhere the first that is shown begins it. */
export function loadMoreIcons(): Promise<void> {
  loading ??= import('./more-icon-paths.ts').then(
    (file) => {
      more = file.moreIconPaths
      announce()
    },
    () => {
      // An icon is an ornament beside its words: without the line it is left out, and asked for again by the next.
      loading = null
    },
  )
  return loading
}

function isFirst(name: IconName): name is keyof typeof iconPaths {
  return name in iconPaths
}

const loadedIcons = () => more

function usePath(name: IconName): string | undefined {
  const rest = useSyncExternalStore(subscribe, loadedIcons, loadedIcons)
  const isMissing = rest === null && !isFirst(name)
  useEffect(() => {
    if (isMissing) void loadAside(loadMoreIcons)
  }, [isMissing])
  return isFirst(name) ? iconPaths[name] : rest?.[name]
}

/** One family, one stroke. Always beside a text or inside a control with a name, so it is hidden from screen readers. */
export function Icon({ name, size = 24 }: { name: IconName; size?: number | undefined }) {
  const path = usePath(name)
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={path} />
    </svg>
  )
}
