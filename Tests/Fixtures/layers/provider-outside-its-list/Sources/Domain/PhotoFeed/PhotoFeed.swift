struct Photo {}
