/** Names and streets of customers by the language of their market. */
import type { Market } from './markets.js';

interface Names {
  readonly firstNames: readonly string[];
  readonly lastNames: readonly string[];
  readonly streets: readonly string[];
}

const listOf = (text: string): string[] => text.split(',');

export const people: Readonly<Record<Market['people'], Names>> = {
  german: {
    firstNames: listOf(
      'Anna,Ben,Carla,David,Emma,Finn,Greta,Hannes,Ida,Jonas,Klara,Lukas,Mila,Noah,Paula,Quirin,Rosa,Sven,Theresa,Veit',
    ),
    lastNames: listOf(
      'Albrecht,Bauer,Dietrich,Engel,Fischer,Gruber,Huber,Jung,Keller,Lindner,Maier,Neumann,Oberhofer,Peters,Richter,Schmidt,Thaler,Ulrich,Vogel,Zimmermann',
    ),
    streets: listOf('Hauptstraße,Lindenallee,Marktplatz,Bahnhofstraße,Gartenweg,Schillerstraße,Bergstraße,Mühlgasse'),
  },
  dutch: {
    firstNames: listOf('Anouk,Bram,Daan,Eva,Femke,Jeroen,Lotte,Maarten,Sanne,Thijs'),
    lastNames: listOf('Bakker,De Boer,Dekker,Jansen,Kuipers,Meijer,Mulder,Smit,Van Dijk,Visser'),
    streets: listOf('Keizersgracht,Prinsengracht,Kerkstraat,Dorpsstraat,Molenweg'),
  },
  french: {
    firstNames: listOf('Amélie,Bastien,Camille,Élodie,Hugo,Inès,Julien,Louise,Mathis,Zoé'),
    lastNames: listOf('Bernard,Dubois,Fournier,Garnier,Lefèvre,Martin,Moreau,Petit,Rousseau,Simon'),
    streets: listOf('Rue de Rivoli,Avenue des Alpes,Rue Victor Hugo,Place du Marché,Rue du Lac'),
  },
  english: {
    firstNames: listOf('Alice,Arthur,Chloe,Daniel,Ella,George,Harper,Isla,Jack,Megan,Oliver,Ruby,Samuel,Violet'),
    lastNames: listOf('Bennett,Carter,Davies,Edwards,Fletcher,Hughes,Lawson,Morgan,Parker,Reed,Shaw,Turner,Walker'),
    streets: listOf('Station Road,High Street,Oxford Street,Mill Lane,Church Street,Lakeside Drive'),
  },
};

export const companies = listOf(
  'Alpinschule Nordwand,Bergrettung Tal,Trekkingreisen Fernweh,Outdoor Academy,Hüttenwirte eG,Summit Guides,Waldkindergarten Buche,Fjord Tours',
);
