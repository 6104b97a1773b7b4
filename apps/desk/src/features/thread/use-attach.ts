import { isolated } from '@kapao/browser/message'
import { toast } from '@kapao/ui/toast'
import { type DragEvent, useState } from 'react'
import { problemOf } from '../../lib/attach-rules.ts'
import { useText } from '../../lib/i18n.ts'
import { writeFile } from './outbox.ts'

const holdsFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')

/** Files from the picker, the clipboard, or dropped anywhere on the conversation. */
export function useAttach(conversationId: string) {
  const t = useText()
  const [isOver, setIsOver] = useState(false)
  async function add(files: Iterable<File>) {
    // All of them now: what was dropped or pasted holds none once its event is over. One after the other, in the order in which they came.
    for (const file of [...files]) {
      const problem = problemOf(file)
      if (problem === null) await writeFile(conversationId, file)
      else toast.error(`${isolated(file.name)}: ${t(`errors.${problem}`)}`)
    }
  }
  const dropping = {
    onDragOver(event: DragEvent) {
      if (!holdsFiles(event)) return
      event.preventDefault()
      setIsOver(true)
    },
    onDragLeave(event: DragEvent) {
      const to = event.relatedTarget
      if (!(to instanceof Node && event.currentTarget.contains(to))) setIsOver(false)
    },
    onDrop(event: DragEvent) {
      if (!holdsFiles(event)) return
      event.preventDefault()
      setIsOver(false)
      void add(event.dataTransfer.files)
    },
  }
  return { add, isOver, dropping }
}
