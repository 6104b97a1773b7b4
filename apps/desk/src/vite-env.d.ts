/// <reference types="vite/client" />

declare module 'virtual:texts/*' {
  const messages: import('@kapao/browser/texts').TextMessages
  export default messages
}

declare module 'virtual:text-group/*' {
  const group: import('@kapao/browser/texts').TextGroup
  export default group
}
