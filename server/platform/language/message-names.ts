import { type MessageFormatElement, TYPE } from '@formatjs/icu-messageformat-parser'

/** Returns the names of all values and tags that a compiled message asks for, in every branch, each once. */
export function namesInMessage(elements: readonly MessageFormatElement[]): string[] {
  return [...new Set(elements.flatMap(namesInElement))]
}

function namesInElement(element: MessageFormatElement): string[] {
  if (element.type === TYPE.literal || element.type === TYPE.pound) return []
  const inside = 'children' in element ? namesInMessage(element.children) : []
  const branches = 'options' in element ? Object.values(element.options) : []
  return [element.value, ...inside, ...branches.flatMap(({ value }) => namesInMessage(value))]
}
