import type { Refusal } from './verify-proof.js';
import { type Refused, type VerdictTexts, numberOf, typeOf } from './verdict-texts.js';

export const hindiTexts: VerdictTexts = {
  record: 'रिकॉर्ड',
  until: 'इस समय तक पूरा',
  log: 'लॉग',
  size: 'लॉग में घटनाएँ',
  root: 'चेकपॉइंट',
  key: 'सार्वजनिक कुंजी',
  wholeTitle: (number) => `घटना ${number} तक सही और पूरा`,
  whole: (number, at) =>
    `इस फ़ाइल में ${at} तक की रिकॉर्ड की सभी घटनाएँ हैं (${number}), उसी क्रम में और वैसी ही जैसी दर्ज हुई थीं।`,
  appended: (size) => `आपके दिए चेकपॉइंट (${size} घटनाएँ) के बाद लॉग में सिर्फ़ जोड़ा गया है।`,
  compareKey:
    'नीचे की सार्वजनिक कुंजी को पहले मिली कुंजी से मिलाएँ। जिसके पास दूसरी कुंजी हो, वह दूसरा लॉग बना सकता है।',
  opened: (number) => `घटनाएँ जिनके निजी विवरण वैसे ही दिखाए गए हैं जैसे दर्ज हुए थे: ${number}।`,
  sealed: (number) => `घटनाएँ जिनके निजी विवरण बंद हैं: ${number}।`,
  withheld: (number) => `घटनाएँ जो गिनी गई हैं पर दिखाई नहीं गईं, जैसे आमंत्रण कोड वाली: ${number}।`,
  erased: (number) => `अनुरोध पर निजी विवरण मिटाए गए, घटना ${number} से।`,
  refusal: refusalInHindi,
};

function refusalInHindi(refusal: Refusal): Refused {
  switch (refusal.reason) {
    case 'file-unreadable':
      return ['open', 'प्रमाण पढ़ा नहीं गया', 'यह प्रमाण की फ़ाइल नहीं है, या ख़राब हो गई है।'];
    case 'event-changed': {
      const number = numberOf(refusal.event);
      return [
        'bad',
        `घटना ${number} बदली गई`,
        `घटना ${number}${typeOf(refusal.event)} वैसी नहीं है जैसी दर्ज हुई थी।`,
      ];
    }
    case 'event-added': {
      const number = numberOf(refusal.event);
      return [
        'bad',
        `घटना ${number} जोड़ी गई`,
        `घटना ${number}${typeOf(refusal.event)} इस रिकॉर्ड के इतिहास की नहीं है।`,
      ];
    }
    case 'event-removed': {
      const number = numberOf(refusal.event);
      return ['bad', `घटना ${number} हटाई गई`, `घटना ${number} इस फ़ाइल में नहीं है।`];
    }
    case 'event-moved': {
      const number = numberOf(refusal.event);
      return [
        'bad',
        `घटना ${number} की जगह बदली गई`,
        `घटना ${number}${typeOf(refusal.event)} उस जगह नहीं है जहाँ दर्ज हुई थी।`,
      ];
    }
    case 'fields-changed': {
      const number = numberOf(refusal.event);
      return [
        'bad',
        `घटना ${number} के विवरण बदले गए`,
        `घटना ${number}${typeOf(refusal.event)} के निजी विवरण वैसे नहीं हैं जैसे दर्ज हुए थे।`,
      ];
    }
    case 'event-not-in-log':
    case 'end-not-in-log': {
      const number = numberOf(refusal.event);
      return [
        'bad',
        `घटना ${number} लॉग में नहीं है`,
        `घटना ${number}${typeOf(refusal.event)} चेकपॉइंट में नहीं है।`,
      ];
    }
    case 'record-changed':
      return ['bad', 'रिकॉर्ड बदला गया', 'ये घटनाएँ दूसरे रिकॉर्ड की हैं।'];
    case 'checkpoint-unsigned':
      return ['bad', 'चेकपॉइंट पर सही हस्ताक्षर नहीं है', 'इस फ़ाइल का चेकपॉइंट या सार्वजनिक कुंजी बदली गई है।'];
    case 'key-unknown':
      return ['bad', 'हस्ताक्षर दूसरी कुंजी का है', `इस फ़ाइल पर ${refusal.key} का हस्ताक्षर है।`];
    case 'rotation-unsigned':
      return ['bad', 'कुंजी के बदलाव पर हस्ताक्षर नहीं है', 'कुंजी के बदलाव पर दोनों कुंजियों का हस्ताक्षर चाहिए।'];
    case 'heads-not-in-log':
      return [
        'bad',
        'रिकॉर्डों की सूची बदली गई',
        'सभी रिकॉर्डों और उनकी आख़िरी घटनाओं की प्रकाशित सूची लॉग में नहीं है।',
      ];
    case 'end-not-published':
      return [
        'bad',
        'रिकॉर्ड का अंत दूसरा है',
        `प्रकाशित आख़िरी घटना ${numberOf(refusal.event)}${typeOf(refusal.event)} नहीं है।`,
      ];
    case 'log-rewritten':
      return [
        'bad',
        'लॉग दोबारा लिखा गया',
        `लॉग की शुरुआत पहले के चेकपॉइंट की ${refusal.size} घटनाओं से नहीं होती।`,
      ];
    case 'held-unsigned':
      return ['open', 'आपका चेकपॉइंट पढ़ा नहीं गया', 'आपका दिया टेक्स्ट चेकपॉइंट नहीं है, या बदला गया है।'];
    case 'held-of-other-key':
      return [
        'bad',
        'आपके चेकपॉइंट पर दूसरी कुंजी का हस्ताक्षर है',
        'आपके चेकपॉइंट और इस फ़ाइल का नाम एक है और कुंजियाँ अलग। दोनों में से एक इस लॉग का नहीं है।',
      ];
    case 'held-of-other-log':
      return ['open', 'आपका चेकपॉइंट दूसरे लॉग का है', `वह ${refusal.origin} का है।`];
    case 'held-not-in-file':
      return [
        'open',
        'फ़ाइल आपके चेकपॉइंट तक नहीं पहुँचती',
        `अपने ${refusal.size} घटनाओं वाले चेकपॉइंट के साथ प्रमाण फिर से डाउनलोड करें।`,
      ];
    case 'root-not-in-file':
      return [
        'open',
        'फ़ाइल आपके चेकपॉइंट तक नहीं पहुँचती',
        `चेकपॉइंट ${refusal.root} के साथ प्रमाण फिर से डाउनलोड करें।`,
      ];
  }
}
