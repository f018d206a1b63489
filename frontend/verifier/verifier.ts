import './verifier.css';
import type { Language } from '../../platform/src/proof/describe-verdict.js';
import { parseKept, verifyProof } from '../../platform/src/proof/verify-proof.js';
import { byId, element } from './elements.js';
import { resultCard } from './result-card.js';
import { texts } from './texts.js';

/**
 * Page that verifies proof files from a disk, without a network: one HTML file, whose content
 * security policy allows no request.
 */
const LANGUAGES = { en: 'en-IN', hi: 'hi-IN' } as const;

let language: Language = navigator.language.startsWith('hi') ? 'hi' : 'en';
let chosenFile: { readonly name: string; readonly text: string | undefined } | undefined;

const proofInput = byId('proof', HTMLInputElement);
const keptInput = byId('kept-file', HTMLInputElement);
const keptField = byId('kept', HTMLTextAreaElement);
const result = byId('result', HTMLElement);
const statusElement = byId('said', HTMLElement);

function showTexts(): void {
  const localTexts = texts[language];
  document.documentElement.lang = LANGUAGES[language];
  for (const place of document.querySelectorAll<HTMLElement>('[data-text]')) {
    const text = localTexts[place.dataset['text'] as keyof typeof localTexts];
    if (typeof text === 'string') place.textContent = text;
  }
  if (chosenFile) byId('chosen', HTMLElement).textContent = chosenFile.name;
  byId('meaning', HTMLElement).replaceChildren(
    ...localTexts.meanings.map((meaning) => element('p', '', meaning)),
  );
  const button = byId('language', HTMLButtonElement);
  button.textContent = localTexts.otherLanguage;
  button.lang = language === 'en' ? 'hi' : 'en';
}

function showResult(): void {
  statusElement.textContent = '';
  if (!chosenFile) return result.replaceChildren();
  if (chosenFile.text === undefined)
    return result.replaceChildren(element('p', 'verdict is-open', texts[language].cannotUnpack));
  const verdict = verifyProof(chosenFile.text, parseKept(keptField.value));
  result.replaceChildren(...resultCard(verdict, language));
}

/** Shows the result again, and announces it to screen readers whose focus is elsewhere. */
function updateResult(): void {
  showResult();
  statusElement.textContent = document.getElementById('verdict')?.textContent ?? '';
}

async function verifyFile(file: File | undefined): Promise<void> {
  if (!file) return;
  chosenFile = { name: file.name, text: await readText(file) };
  showTexts();
  showResult();
  document.getElementById('verdict')?.focus();
}

async function readKeptFile(file: File | undefined): Promise<void> {
  if (!file) return;
  keptField.value = (await readText(file)) ?? '';
  updateResult();
}

/** First two bytes of a gzip file. */
const GZIP_BYTES = [0x1f, 0x8b];

/** Text of a file, compressed or not; undefined if this browser cannot decompress it. */
async function readText(file: File): Promise<string | undefined> {
  const firstBytes = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  const isCompressed = GZIP_BYTES.every((byte, index) => firstBytes[index] === byte);
  if (!isCompressed) return file.text();
  if (!('DecompressionStream' in window)) return undefined;
  try {
    return await new Response(file.stream().pipeThrough(new DecompressionStream('gzip'))).text();
  } catch {
    // The verdict about an empty text says that the file is no proof.
    return '';
  }
}

byId('language', HTMLButtonElement).addEventListener('click', () => {
  language = language === 'en' ? 'hi' : 'en';
  showTexts();
  showResult();
});
proofInput.addEventListener('change', () => {
  void verifyFile(proofInput.files?.[0]);
  proofInput.value = '';
});
keptInput.addEventListener('change', () => {
  void readKeptFile(keptInput.files?.[0]);
  keptInput.value = '';
});
keptField.addEventListener('input', updateResult);
const setDropping = (isDropping: boolean): void =>
  void document.body.classList.toggle('is-dropping', isDropping);
document.addEventListener('dragover', (event) => {
  event.preventDefault();
  setDropping(true);
});
document.addEventListener('dragleave', () => setDropping(false));
document.addEventListener('drop', (event) => {
  event.preventDefault();
  setDropping(false);
  void verifyFile(event.dataTransfer?.files[0]);
});
showTexts();
