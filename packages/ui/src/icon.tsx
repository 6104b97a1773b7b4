import { iconPaths } from './icon-paths.ts'

export type IconName = keyof typeof iconPaths

/** One family, one stroke. Always beside a text or inside a control with a name, so it is hidden from screen readers. */
export function Icon({ name, size = 24 }: { name: IconName; size?: number | undefined }) {
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
      style={{ flex: 'none' }}
    >
      <path d={iconPaths[name]} />
    </svg>
  )
}
