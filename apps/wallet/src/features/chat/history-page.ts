/** So many messages are asked for at a time. */
export const HISTORY_PAGE = 10
