// gd.h uses FILE; gdfontl.h declares the one built-in font that is used.
#include <stdio.h>
#include <gd.h>
#include <gdfontl.h>
