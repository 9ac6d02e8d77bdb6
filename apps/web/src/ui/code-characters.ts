/** What a text field for a code keeps of what was typed or pasted. */
export function charactersOf(text: string, accepts: 'digits' | 'anything', length: number): string {
  return text.replaceAll(accepts === 'digits' ? /\D/g : /[\s-]/g, '').slice(0, length)
}
