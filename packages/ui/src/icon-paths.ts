const ring = 'M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0z'

/** Drawn for this product on a grid of 24, two units of air around. A dot is a line of no length with a round cap. */
export const iconPaths = {
  home: 'M3 11l9-8 9 8M5 9.5V20a1 1 0 0 0 1 1h4v-6h4v6h4a1 1 0 0 0 1-1V9.5',
  user: 'M16 8a4 4 0 1 1-8 0 4 4 0 0 1 8 0zM4 21c.6-4 3.8-6 8-6s7.4 2 8 6',
  chat: 'M4 4h16a1 1 0 0 1 1 1v11a1 1 0 0 1-1 1h-8l-5 4v-4H4a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1zM8 10.5h.01M12 10.5h.01M16 10.5h.01',
  contact:
    'M4 14v-2a8 8 0 0 1 16 0v2M4 14a1 1 0 0 1 1-1h1a1 1 0 0 1 1 1v4a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1zM17 14a1 1 0 0 1 1-1h1a1 1 0 0 1 1 1v4a1 1 0 0 1-1 1h-1a1 1 0 0 1-1-1zM20 18v.5a3 3 0 0 1-3 3h-4',
  refresh: 'M20 12a8 8 0 1 1-2.3-5.7L20 8.5M20 4v4.5h-4.5',
  check: 'M5 12.5L9.5 17 19 7.5',
  close: 'M6 6l12 12M18 6L6 18',
  back: 'M15 5l-7 7 7 7',
  chevron: 'M9 5l7 7-7 7',
  down: 'M5 9l7 7 7-7',
  eye: 'M2 12c2.5-4.7 5.8-7 10-7s7.5 2.3 10 7c-2.5 4.7-5.8 7-10 7S4.5 16.7 2 12zM15 12a3 3 0 1 1-6 0 3 3 0 0 1 6 0z',
  'eye-off':
    'M4 4l16 16M9.9 5.2A10 10 0 0 1 12 5c4.2 0 7.5 2.3 10 7a17 17 0 0 1-2.7 3.7M6.3 6.8A15 15 0 0 0 2 12c2.5 4.7 5.8 7 10 7a10 10 0 0 0 5.2-1.5M9.9 10a3 3 0 0 0 4.2 4.2',
  globe: `${ring}M3 12h18M12 3c2.5 2.6 3.7 5.6 3.7 9s-1.2 6.4-3.7 9c-2.5-2.6-3.7-5.6-3.7-9S9.5 5.6 12 3z`,
  warning: 'M12 4l9.5 16.5h-19zM12 10v4.5M12 17.5h.01',
  info: `${ring}M12 11v5.5M12 7.8h.01`,
  play: 'M8 5l11 7-11 7z',
} as const
