/** The title of the browser's tab: what the page is, and before it how many messages wait. */
let title = ''
let waiting = 0

export function setPageTitle(text: string): void {
  const spoken = document.getElementById('page-title')
  // The first is said by the browser.
  if (title && spoken) spoken.textContent = text
  title = text
  write()
}

export function countInTitle(count: number): void {
  waiting = count
  write()
}

function write(): void {
  if (title) document.title = waiting > 0 ? `(${waiting}) ${title}` : title
}
