const HEX_COLOR = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i

/** How much light an sRGB channel gives, as WCAG counts it. */
function linear(hex: string): number {
  const value = Number.parseInt(hex, 16) / 255
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}

/** WCAG's relative luminance, 0 to 1; null for anything but #rrggbb. */
function luminance(color: string): number | null {
  const [, red, green, blue] = HEX_COLOR.exec(color) ?? []
  if (red === undefined || green === undefined || blue === undefined) return null
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

/** WCAG's contrast of two colours, 1 to 21; 0 when either is none. */
export function contrastOf(one: string, other: string): number {
  const first = luminance(one)
  const second = luminance(other)
  if (first === null || second === null) return 0
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05)
}
