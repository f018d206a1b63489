import type { Language } from '../../platform/src/proof/describe-verdict.js';

/** Texts of the page. `describeVerdict` has the texts of results. */
type Texts = {
  readonly otherLanguage: string;
  readonly title: string;
  readonly intro: string;
  readonly choose: string;
  readonly drop: string;
  readonly compare: string;
  readonly kept: string;
  readonly keptHint: string;
  readonly chooseKept: string;
  readonly meaning: string;
  readonly meanings: readonly string[];
  readonly events: string;
  readonly event: (number: string) => string;
  readonly withheld: string;
  readonly closed: string;
  readonly files: string;
  readonly chooseFile: string;
  readonly isFile: (number: string) => string;
  readonly isNoFile: string;
  readonly cannotUnpack: string;
};

export const texts: Readonly<Record<Language, Texts>> = {
  en: {
    otherLanguage: 'हिन्दी',
    title: 'Check a proof',
    intro:
      'Shows whether the history of a record is whole, complete and unchanged. Works without a network and sends nothing.',
    choose: 'Choose a proof file',
    drop: 'Or drop it here. Its name ends in .fieldtrace-proof.json.gz',
    compare: 'Compare with what you kept',
    kept: 'Earlier checkpoint or public key',
    keptHint: 'The 22 characters in the footer of a quotation are enough.',
    chooseKept: 'Choose a file with it, or an earlier proof',
    meaning: 'What this shows, and what not',
    meanings: [
      'A green result shows that the file has every event of the record up to the time given, or names those it does not show, and that none was changed since the checkpoint was signed.',
      'It does not show that what people typed is true, nor what happened after that time.',
      'A checkpoint that you received before, outside of Fieldtrace, shows that the log was only added to since. Without one, the operator could have written the whole log anew.',
    ],
    events: 'Events in this file',
    event: (number) => `Event ${number}`,
    withheld: 'Counted, but not shown',
    closed: 'Personal details stay closed',
    files: 'Files named by events',
    chooseFile: 'Compare a file, such as the PDF',
    isFile: (number) => `This is the file of event ${number}, unchanged.`,
    isNoFile: 'No event names this file.',
    cannotUnpack: 'This browser cannot unpack the file. Use another program first.',
  },
  hi: {
    otherLanguage: 'English',
    title: 'प्रमाण जाँचें',
    intro:
      'दिखाता है कि रिकॉर्ड का इतिहास पूरा और बिना बदलाव का है या नहीं। बिना नेटवर्क के चलता है, कुछ नहीं भेजता।',
    choose: 'प्रमाण की फ़ाइल चुनें',
    drop: 'या यहाँ छोड़ें। नाम के अंत में .fieldtrace-proof.json.gz होता है',
    compare: 'अपने पास रखी चीज़ से मिलाएँ',
    kept: 'पहले का चेकपॉइंट या सार्वजनिक कुंजी',
    keptHint: 'कोटेशन के नीचे छपे 22 अक्षर भी काफ़ी हैं।',
    chooseKept: 'उसकी फ़ाइल या पहले का प्रमाण चुनें',
    meaning: 'यह क्या दिखाता है, और क्या नहीं',
    meanings: [
      'हरा नतीजा दिखाता है कि फ़ाइल में दिए समय तक रिकॉर्ड की हर घटना है या न दिखाई गई घटनाओं के नंबर हैं, और चेकपॉइंट पर हस्ताक्षर के बाद कोई नहीं बदली।',
      'यह नहीं दिखाता कि लोगों ने जो लिखा वह सच है, न यह कि उस समय के बाद क्या हुआ।',
      'Fieldtrace के बाहर पहले मिला चेकपॉइंट दिखाता है कि तब से लॉग में सिर्फ़ जोड़ा गया है। उसके बिना पूरा लॉग नए सिरे से लिखा जा सकता था।',
    ],
    events: 'इस फ़ाइल की घटनाएँ',
    event: (number) => `घटना ${number}`,
    withheld: 'गिनी गई, पर दिखाई नहीं गई',
    closed: 'निजी विवरण बंद हैं',
    files: 'घटनाओं में बताई गई फ़ाइलें',
    chooseFile: 'कोई फ़ाइल मिलाएँ, जैसे PDF',
    isFile: (number) => `यह घटना ${number} की फ़ाइल है, बिना बदलाव के।`,
    isNoFile: 'कोई घटना इस फ़ाइल का नाम नहीं लेती।',
    cannotUnpack: 'यह ब्राउज़र फ़ाइल खोल नहीं सकता। पहले दूसरे ऐप से खोलें।',
  },
};
